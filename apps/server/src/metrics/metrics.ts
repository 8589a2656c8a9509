import cluster from 'node:cluster'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { QueryCounter } from '../database/query-counter.ts'
import type { ResponseCache } from '../http/responses/response-cache.ts'

/** Seconds; from what a cache answers to what somebody notices. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export interface Metrics {
  readonly registry: Registry
  /** Counts a response that has ended. */
  observeResponse(labels: { method: string; route: string; status: number }, seconds: number): void
  /** Requests that are being answered, streams of music included. @param change 1 or -1 */
  countOpen(route: string, change: 1 | -1): void
}

/** What is measured about this process, in the names of Prometheus. */
export function createMetrics(cache: ResponseCache, queries: QueryCounter): Metrics {
  const registry = new Registry()
  // A scrape reaches one of several workers: their counters must not be mixed.
  if (cluster.isWorker) registry.setDefaultLabels({ worker: String(process.pid) })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const responses = new Histogram({
    name: 'refrain_http_response_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const open = new Gauge({
    name: 'refrain_http_open_requests',
    help: 'Requests that are being answered, streams of music included',
    labelNames: ['route'],
    registers,
  })
  countUp('refrain_cached_responses_total', 'Public responses sent from the cache', () => cache.hits)
  countUp('refrain_uncached_responses_total', 'Public responses that were made', () => cache.misses)
  countUp('refrain_database_queries_total', 'Queries of the database', () => queries.count)
  countUp('refrain_database_seconds_total', 'Time spent on them', () => queries.seconds)

  function countUp(name: string, help: string, read: () => number): void {
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  return {
    registry,
    observeResponse: ({ method, route, status }, seconds) =>
      responses.observe({ method, route, status }, seconds),
    countOpen: (route, change) => open.inc({ route }, change),
  }
}
