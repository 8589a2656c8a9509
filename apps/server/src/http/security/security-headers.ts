import type { FastifyInstance } from 'fastify'

/**
 * The pages take everything from here and run nothing inline; sound through MediaSource comes as blob.
 * @param backendUrl where else pictures, sound and answers come from, or ''
 * @param photoHost where else pictures of listeners come from
 */
export function pageCsp(backendUrl = '', photoHost = ''): string {
  const data = ownAnd(backendUrl)
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${data} data:${photoHost && ` https://${photoHost}`}`,
    `media-src ${data} blob:`,
    `connect-src ${data}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The page for artists: its style, its typeface and pictures of ours; nothing runs, nothing is sent. */
export const FOR_ARTISTS_CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page behind the link in a mail: its style and typeface, one form, and nothing runs. */
export const MAIL_SETTINGS_CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * The service worker runs what it is, shows the product's mark, and asks nobody else for anything.
 * @param backendUrl where else calls are answered, or ''
 */
export function workerCsp(backendUrl: string): string {
  return `default-src 'none'; connect-src ${ownAnd(backendUrl)}; img-src 'self'; frame-ancestors 'none'`
}

const ownAnd = (backendUrl: string) => (backendUrl ? `'self' ${new URL(backendUrl).origin}` : "'self'")

/** Files of strangers: shown or played, and nothing in them runs. */
export const FILE_CSP = "default-src 'none'; sandbox"

/** Answers that are no page: nothing in them runs, nobody frames them. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'"

const YEAR_SECONDS = 31_536_000

declare module 'fastify' {
  interface FastifyInstance {
    /** What every answer says, before a route adds to it (safety.md P10); for those written on the raw response. */
    baseHeaders: Readonly<Record<string, string>>
    /** The same, names and values in turn. */
    baseHeaderList: readonly string[]
  }
}

/** Puts the base headers on every answer; a route that set one of them itself keeps its own. */
export function registerBaseHeaders(app: FastifyInstance, publicUrl: string, backendUrl: string): void {
  const headers = {
    'content-security-policy': DATA_CSP,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Browsers take no two ports of one IP address for the same site here; what needs a secret is kept by CORS.
    'cross-origin-resource-policy': backendUrl ? 'cross-origin' : 'same-origin',
    ...(backendUrl && {
      'access-control-allow-origin': new URL(publicUrl).origin,
      'access-control-allow-credentials': 'true',
    }),
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  }
  app.decorate('baseHeaders', headers)
  const entries = Object.entries(headers)
  app.decorate('baseHeaderList', entries.flat())
  app.addHook('onSend', (_request, reply, payload, done) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value)
    done(null, payload)
  })
}
