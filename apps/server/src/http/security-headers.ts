import type { FastifyInstance } from 'fastify'

/** The pages take everything from here and run nothing inline; sound through MediaSource comes as blob. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Files of strangers: shown or played, and nothing in them runs. */
export const FILE_POLICY = "default-src 'none'; sandbox"

const YEAR_SECONDS = 31_536_000

/** What every answer says, before a route adds to it (safety.md P10). */
export function baseHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  }
}

/** Sets them on the raw response, so that answers written there carry them too. */
export function sendBaseHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = Object.entries(baseHeaders(publicUrl))
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
}
