import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { IDEMPOTENCY_HEADER } from '@refrain/contract/library/playlists'
import { TAB_HEADER } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'

const HEADERS = ['content-type', TOKEN_HEADER, TAB_HEADER, IDEMPOTENCY_HEADER, 'if-match', 'range']
const KEPT_SECONDS = 600

/**
 * Tells browsers what pages of another origin may send (safety.md P3); whose pages those are stands in the base
 * headers. Only where the pages ask somewhere else than where they come from. Counted like any other request.
 */
export function registerPreflight(app: FastifyInstance): void {
  app.options('/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, DELETE')
      .header('access-control-allow-headers', HEADERS.join(', '))
      .header('access-control-max-age', String(KEPT_SECONDS))
      .send(),
  )
}
