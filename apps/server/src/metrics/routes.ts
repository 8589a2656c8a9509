import cluster from 'node:cluster'
import { SERVICE_KEY_HEADER } from '@refrain/contract/account/session'
import { METRICS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { QueryCounter } from '../database/query-counter.ts'
import { requireScope } from '../http/requests/actor.ts'
import { isLogged, log } from '../log/log.ts'
import type { JobMeasurements, Metrics, Readers } from './metrics.ts'
import { collectMeasurements, shareMeasurements } from './worker-metrics.ts'

/** Of requests without a route, which are too many to tell apart. */
const NO_ROUTE = 'none'

const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? NO_ROUTE

/**
 * Measures responses, and serves what was measured to programs with a service key, which Prometheus sends as a bearer token.
 * Measuring begins when somebody asks for the first time, so that it costs nothing where nobody does. Of several workers,
 * each answers for all. Call it before the routes are registered.
 */
export function registerMetrics(
  app: FastifyInstance,
  queries: QueryCounter,
  readJobs: () => Promise<JobMeasurements>,
): void {
  const read: Readers = { jobs: readJobs, presence: () => app.presence.count() }
  let loading: Promise<Metrics> | undefined
  let metrics: Metrics | undefined
  async function load(): Promise<Metrics> {
    loading ??= import('./metrics.ts').then(module => module.createMetrics(app.responseCache, queries, read))
    metrics = await loading
    return metrics
  }
  const stopSharing = shareMeasurements(async () => (await load()).registry.getMetricsAsJSON())
  app.addHook('onClose', async () => stopSharing())
  app.addHook('onRequest', (request, reply, done) => {
    if (metrics || isLogged('debug')) measure(request, reply, metrics)
    done()
  })
  app.get(METRICS_PATH, { config: { anyHost: true, isAlwaysOpen: true } }, async (request, reply) => {
    requireScope(await app.findServiceKey(keyOf(request)), 'metrics')
    const { registry } = await load()
    const text = cluster.isWorker ? await formatAll() : await registry.metrics()
    return reply.header('cache-control', 'no-store').header('content-type', registry.contentType).send(text)
  })
}

/** What all workers have measured. */
async function formatAll(): Promise<string> {
  const { formatSum } = await import('./sum-metrics.ts')
  return formatSum(await collectMeasurements())
}

/** Measures a response until it has ended, also one whose client leaves in the middle. */
function measure(request: FastifyRequest, reply: FastifyReply, metrics: Metrics | undefined): void {
  const { method, id: requestId } = request
  const route = routeOf(request)
  const startedAt = performance.now()
  metrics?.countOpen(route, 1)
  reply.raw.once('close', () => {
    const [status, seconds] = [reply.raw.statusCode, (performance.now() - startedAt) / 1000]
    metrics?.countOpen(route, -1)
    metrics?.observeResponse({ method, route, status }, seconds)
    if (isLogged('debug')) log.debug('response', { requestId, method, route, status, seconds })
  })
}

function keyOf({ headers }: FastifyRequest): string {
  const key = headers[SERVICE_KEY_HEADER]
  return typeof key === 'string' ? key : (/^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
}
