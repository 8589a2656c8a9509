import type { FastifyRequest } from 'fastify'
import { ForbiddenError } from '../errors/request-errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The setting PUBLIC_URL. */
    publicUrl: string
    /** The setting BACKEND_URL. */
    backendUrl: string
  }
}

/**
 * Lets through what scripts of our own pages ask for, and programs that are no browser: those say neither
 * where they come from nor what for.
 * @throws ForbiddenError for other sites' pages, and for links, pictures, frames and typed addresses
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination } = request.headers
  // Pages that ask somewhere else than where they come from name themselves.
  const sibling = site === 'same-site' && request.server.backendUrl !== '' && origin !== undefined
  const ours =
    (site === undefined || site === 'same-origin' || sibling) &&
    (destination === undefined || destination === 'empty') &&
    (origin === undefined || isOwnOrigin(origin, request))
  if (!ours) throw new ForbiddenError('Only the pages of this service may call this.')
}

/** The origin of PUBLIC_URL is ours, and where that is not set, the one the request was sent to. */
function isOwnOrigin(origin: string, { server, host }: FastifyRequest): boolean {
  if (server.publicUrl) return origin === new URL(server.publicUrl).origin
  return origin === `http://${host}` || origin === `https://${host}`
}
