import type { FastifyRequest } from 'fastify'
import { ForbiddenError } from '../errors/request-errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The setting PUBLIC_URL. */
    publicUrl: string
    /** The path in front of all addresses: see path-prefix.ts. */
    pathPrefix: string
    /** The setting BACKEND_URL. */
    backendUrl: string
  }
}

/**
 * Accepts requests by scripts of our own pages, and by programs that are not browsers and send no Origin and
 * Sec-Fetch headers.
 * @throws ForbiddenError for other sites' pages, and for links, images, frames and typed addresses
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = request.headers
  // With BACKEND_URL, our pages are on another host of the same site, and browsers send their Origin.
  const isSibling = site === 'same-site' && request.server.backendUrl !== '' && origin !== undefined
  const isOwn =
    (site === undefined || site === 'same-origin' || isSibling) &&
    (destination === undefined || destination === 'empty') &&
    (origin === undefined || isOwnOrigin(origin, request))
  if (!isOwn) throw new ForbiddenError('Only the pages of this service may call this.')
}

/** Whether the browser says that a page of another site asks. Our own pages, their elements and typed addresses do not. */
export function isFromOtherSite({ headers, server }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === 'cross-site' || (site === 'same-site' && server.backendUrl === '')
}

/** Our origin is that of PUBLIC_URL, or without it, the one the request was sent to. */
function isOwnOrigin(origin: string, { server, host }: FastifyRequest): boolean {
  if (server.publicUrl) return origin === new URL(server.publicUrl).origin
  return origin === `http://${host}` || origin === `https://${host}`
}
