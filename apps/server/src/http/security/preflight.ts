import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { IDEMPOTENCY_HEADER } from '@refrain/contract/library/playlists'
import { TAB_HEADER } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'

const HEADERS = ['content-type', TOKEN_HEADER, TAB_HEADER, IDEMPOTENCY_HEADER, 'if-match', 'range']
const MAX_AGE_SECONDS = 600

/**
 * Answers CORS preflights. Needed only with BACKEND_URL, where pages and server have different origins; the base
 * headers name the allowed origin. Rate limits count preflights like any request.
 */
export function registerPreflight(app: FastifyInstance): void {
  app.options('/*', { config: { isAlwaysOpen: true } }, (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, DELETE')
      .header('access-control-allow-headers', HEADERS.join(', '))
      .header('access-control-max-age', String(MAX_AGE_SECONDS))
      .send(),
  )
}
