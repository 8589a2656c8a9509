import { CATALOGUE_HEADER, TRUSTED_TYPES_POLICY } from '@refrain/contract/service-paths'
import type { FastifyInstance } from 'fastify'
import { readPathPrefix } from '../path-prefix.ts'

/**
 * Content Security Policy of the web pages. `blob:` is for MediaSource.
 * @param backendUrl other origin of pictures, audio and API responses, or ''
 * @param photoHost other host of profile pictures, or ''
 * @param storageOrigin of the storage that pictures and audio are redirected to, or ''
 */
export function pageCsp(backendUrl = '', photoHost = '', storageOrigin = ''): string {
  const data = [selfAnd(backendUrl), storageOrigin].filter(Boolean).join(' ')
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
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICY}`,
  ].join('; ')
}

/** The page for artists: no scripts, no forms. */
export const FOR_ARTISTS_CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The email settings page: one form, no scripts. */
export const MAIL_SETTINGS_CSP =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * Content Security Policy of the service worker: API requests and the product's icon.
 * @param backendUrl other origin of the API, or ''
 */
export function workerCsp(backendUrl: string): string {
  return `default-src 'none'; connect-src ${selfAnd(backendUrl)}; img-src 'self'; frame-ancestors 'none'`
}

const selfAnd = (backendUrl: string) => (backendUrl ? `'self' ${new URL(backendUrl).origin}` : "'self'")

/** Uploaded and collection files: nothing in them may run. */
export const FILE_CSP = "default-src 'none'; sandbox"

/** Responses that are not pages. */
const DATA_CSP = "default-src 'none'; frame-ancestors 'none'"

const YEAR_SECONDS = 31_536_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Headers of every response; for code that writes to the raw response. */
    baseHeaders: Readonly<Record<string, string>>
    /** The same as a flat list of names and values. */
    baseHeaderList: readonly string[]
  }
}

/** Adds the base headers to every response, except those that a route has set itself. */
export function registerBaseHeaders(app: FastifyInstance, publicUrl: string, backendUrl: string): void {
  const headers = {
    'content-security-policy': DATA_CSP,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Browsers do not count two ports of one IP address as the same site. CORS protects what needs a session.
    'cross-origin-resource-policy': backendUrl ? 'cross-origin' : 'same-origin',
    ...(backendUrl && {
      'access-control-allow-origin': new URL(publicUrl).origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': CATALOGUE_HEADER,
    }),
    // It would hold for all that stands beside the service on its host.
    ...(publicUrl.startsWith('https:') &&
      readPathPrefix(publicUrl) === '' && {
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
