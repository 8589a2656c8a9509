import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UnauthorizedError } from '../errors/request-errors.ts'
import { withDeadline } from '../limits/deadline.ts'
import { isKnownCaller } from '../requests/actor.ts'
import type { GuestAccess } from './guest-access.ts'

declare module 'fastify' {
  interface FastifyInstance {
    guestAccess: GuestAccess
  }
  interface FastifyContextConfig {
    /**
     * The route is open to guests of a private service, too, or checks its callers itself. All others answer them with 401,
     * so that a new route shows nothing by mistake.
     */
    isAlwaysOpen?: boolean
  }
}

/** Browsers store the response, but ask before they use it: after a logout they get a 401. */
const PRIVATE_CACHE_CONTROL = 'private, no-cache'

/**
 * Keeps guests out of a private service. Call it before the routes are registered, and after the rate limits: what is
 * refused counts as well.
 */
export function registerPrivateService(app: FastifyInstance, access: GuestAccess): void {
  app.decorate('guestAccess', access)
  app.addHook('onRoute', route => {
    route.onRequest = [...[route.onRequest ?? []].flat(), refuseGuests]
  })
}

function refuseGuests(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const { guestAccess } = request.server
  // The configuration is read per request: pages/routes.ts sets it after the hook above.
  const isOpen = guestAccess.isFresh && !guestAccess.isPrivate
  if (isOpen || request.routeOptions.config.isAlwaysOpen) done()
  else requireCaller(request).then(() => done(), done)
}

async function requireCaller(request: FastifyRequest): Promise<void> {
  const { guestAccess } = request.server
  if (!guestAccess.isFresh) await withDeadline(guestAccess.refresh())
  if (guestAccess.isPrivate && !(await withDeadline(isKnownCaller(request)))) throw new UnauthorizedError()
}

/** `cacheControl`, unless the service is private and this response is not for everybody. */
export function cacheControlFor(request: FastifyRequest, cacheControl: string): string {
  const isForEverybody = !request.server.guestAccess.isPrivate || request.routeOptions.config.isAlwaysOpen
  return isForEverybody || !cacheControl.startsWith('public') ? cacheControl : PRIVATE_CACHE_CONTROL
}
