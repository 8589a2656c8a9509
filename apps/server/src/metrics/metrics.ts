import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { QueryCounter } from '../database/query-counter.ts'
import type { ResponseCache } from '../http/responses/response-cache.ts'
import { PRODUCT_REVISION, PRODUCT_VERSION } from '../product-version.ts'
import type { PresenceCounts } from '../sharing/presence.ts'

/** Seconds; from what a cache answers to what somebody notices. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const LONGEST_DELAYS = ['nodejs_eventloop_lag_p99_seconds', 'nodejs_eventloop_lag_max_seconds']

/** Every process reads the same of jobs, listeners and the build, so that several are not added up. */
const OF_ALL = { aggregator: 'max' } as const

const MISNAMED = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
]

export interface Metrics {
  readonly registry: Registry
  /** Counts a response that has ended. */
  observeResponse(labels: { method: string; route: string; status: number }, seconds: number): void
  /** Requests that are being answered, streams of music included. @param change 1 or -1 */
  countOpen(route: string, change: 1 | -1): void
}

/** What is read when somebody asks. */
export interface Readers {
  readonly jobs: () => Promise<JobMeasurements>
  readonly presence: () => Promise<PresenceCounts>
}

export interface JobMeasurements {
  readonly jobs: readonly {
    readonly name: string
    readonly paused: number
    readonly failed: number
    /** When it last ended, in milliseconds. */
    readonly ended_at: number | null
  }[]
  /** Messages that should have been sent by now. */
  readonly due: number
}

/** What is measured about this process and the jobs of all, in the names of Prometheus. */
export function createMetrics(
  cache: Pick<ResponseCache, 'hits' | 'misses'>,
  queries: Pick<QueryCounter, 'count' | 'seconds'>,
  read: Readers,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges with names of counters, which Prometheus refuses. The same without the ending are there, by type.
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  // By default, workers are averaged, which hides the one that is stuck.
  for (const name of LONGEST_DELAYS)
    Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: 'max' })
  const registers = [registry]
  new Gauge({
    ...{
      name: 'refrain_build_info',
      help: 'Version and revision of the service; always 1',
      registers,
      ...OF_ALL,
    },
    labelNames: ['version', 'revision'],
  }).set({ version: PRODUCT_VERSION, revision: PRODUCT_REVISION }, 1)
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

  addJobMetrics(registry, read.jobs)
  addPresence(registry, read.presence)

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

/**
 * Reads several gauges at once. Each of them needs it: a gauge without `collect` is read before that of another has ended.
 * @returns their `collect`
 */
function collectOnce(update: () => Promise<void>): () => Promise<void> {
  let reading: Promise<void> | undefined
  return () => {
    reading ??= update().finally(() => {
      reading = undefined
    })
    return reading
  }
}

function addJobMetrics(registry: Registry, readJobs: () => Promise<JobMeasurements>): void {
  // Prometheus needs the label job for itself.
  const labelNames = ['name'] as const
  const common = { registers: [registry], ...OF_ALL, collect: collectOnce(update) }
  const paused = new Gauge({
    ...{ name: 'refrain_job_paused', help: 'Whether administrators have paused a job', labelNames },
    ...common,
  })
  const failed = new Gauge({
    ...{ name: 'refrain_job_failed', help: 'Whether a job failed when it last ran', labelNames },
    ...common,
  })
  const ended = new Gauge({
    ...{ name: 'refrain_job_ended_timestamp_seconds', help: 'When a job last ended', labelNames },
    ...common,
  })
  const due = new Gauge({
    ...{
      name: 'refrain_notifications_due',
      help: 'Push messages and emails that should have been sent by now',
    },
    ...common,
  })

  async function update(): Promise<void> {
    // Without the database, the other measurements are still worth a look.
    const read = await readJobs().catch(() => undefined)
    if (!read) return
    due.set(read.due)
    for (const job of read.jobs) {
      paused.set({ name: job.name }, job.paused)
      failed.set({ name: job.name }, job.failed)
      if (job.ended_at !== null) ended.set({ name: job.name }, job.ended_at / 1000)
    }
  }
}

function addPresence(registry: Registry, readPresence: Readers['presence']): void {
  const common = { registers: [registry], ...OF_ALL, collect: collectOnce(update) }
  const listeners = new Gauge({
    ...{
      name: 'refrain_listeners',
      help: 'Browsers and apps that used the service within the last five minutes',
    },
    ...common,
  })
  const streams = new Gauge({
    ...{ name: 'refrain_streams', help: 'Listeners who were sent music within the last five minutes' },
    ...common,
  })

  async function update(): Promise<void> {
    const counts = await readPresence().catch(() => undefined)
    if (!counts) return
    listeners.set(counts.listeners)
    streams.set(counts.streams)
  }
}
