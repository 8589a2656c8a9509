import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from './database/open.ts'
import { beforeDeadline } from './http/deadline.ts'

/** `/healthz` answers while the process lives, `/readyz` while it can serve; neither says more. */
export function registerHealth(app: FastifyInstance, open: OpenDatabase): void {
  const method = ['GET', 'HEAD']
  const config = { perMinute: 0, anyHost: true }
  app.route({
    method,
    url: '/healthz',
    config,
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send('ok'),
  })
  app.route({
    method,
    url: '/readyz',
    config,
    async handler(_request, reply) {
      await beforeDeadline(open.check())
      return reply.header('cache-control', 'no-store').send('ok')
    },
  })
}
