import { SERVICE_KEY_HEADER } from '@refrain/contract/account/session'
import { METRICS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { QueryCounter } from '../database/query-counter.ts'
import { UnauthorizedError } from '../http/errors/request-errors.ts'
import { isLogged, log } from '../log/log.ts'
import type { Metrics } from './metrics.ts'

/** Of requests without a route, which are too many to tell apart. */
const NO_ROUTE = 'none'

const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? NO_ROUTE

/**
 * Measures responses, and serves what was measured to programs with a service key, which Prometheus sends as a bearer token.
 * Measuring begins when somebody asks for the first time, so that it costs nothing where nobody does. Call it before the
 * routes are registered.
 */
export function registerMetrics(app: FastifyInstance, queries: QueryCounter): void {
  let metrics: Metrics | undefined
  const counted = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (metrics) {
      counted.add(request)
      metrics.countOpen(routeOf(request), 1)
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request
    const [route, status, seconds] = [routeOf(request), reply.statusCode, reply.elapsedTime / 1000]
    metrics?.observeResponse({ method, route, status }, seconds)
    // A request that a hook before ours refused was not counted.
    if (counted.delete(request)) metrics?.countOpen(route, -1)
    if (isLogged('debug')) log.debug('response', { requestId, method, route, status, seconds })
    done()
  })
  app.get(METRICS_PATH, async (request, reply) => {
    if (!(await app.findServiceKey(keyOf(request)))) throw new UnauthorizedError()
    metrics ??= (await import('./metrics.ts')).createMetrics(app.responseCache, queries)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', metrics.registry.contentType)
      .send(await metrics.registry.metrics())
  })
}

function keyOf({ headers }: FastifyRequest): string {
  const key = headers[SERVICE_KEY_HEADER]
  return typeof key === 'string' ? key : (/^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
}
