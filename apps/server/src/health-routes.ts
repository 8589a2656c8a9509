import type { FastifyInstance } from 'fastify'
import { checkWritable } from './data-folder.ts'
import { storageFailureOf } from './database/error-kinds.ts'
import type { OpenDatabase } from './database/open.ts'
import { isDatabaseUnavailable } from './database/retry.ts'
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
      await withDeadline(checkDatabase(open))
      return reply.header('cache-control', 'no-store').send('ok')
    },
  })
}

/** @throws RequestError (503) if it is away */
async function checkDatabase(open: OpenDatabase): Promise<void> {
  try {
    await open.check()
  } catch (error) {
    if (storageFailureOf(error) !== undefined || !isDatabaseUnavailable(error)) throw error
    throw new RequestError(503, 'The database does not answer.', RETRY_SECONDS)
  }
}
