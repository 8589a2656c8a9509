import type { FastifyInstance } from 'fastify'
import { checkWritable } from './data-folder.ts'
import type { OpenDatabase } from './database/open.ts'
import { RequestError } from './http/errors/request-errors.ts'
import { withDeadline } from './http/limits/deadline.ts'

const RETRY_SECONDS = 5

/** `/healthz`: the process is running. `/readyz`: it can serve requests. */
export function registerHealth(app: FastifyInstance, open: OpenDatabase, dataDir: string): void {
  const method = ['GET', 'HEAD']
  const config = { perMinute: 0, anyHost: true, isAlwaysOpen: true }
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
      await checkWritable(dataDir).catch(() => {
        throw new RequestError(503, 'The data folder cannot be written.', RETRY_SECONDS)
      })
      await withDeadline(open.check())
      return reply.header('cache-control', 'no-store').send('ok')
    },
  })
}
