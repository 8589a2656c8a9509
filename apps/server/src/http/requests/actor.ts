import {
  RECENT_SIGN_IN_NEEDED,
  SERVICE_KEY_HEADER,
  type ServiceScope,
  TOKEN_HEADER,
} from '@refrain/contract/account/session'
import { minuteLimits } from '@refrain/contract/limits'
import { TAB_HEADER } from '@refrain/contract/live-updates'
import type { Operation } from '@refrain/contract/operation'
import { isId } from '@refrain/contract/values'
import type { FastifyRequest } from 'fastify'
import { ForbiddenError, UnauthorizedError } from '../errors/request-errors.ts'
import { clientAddress } from '../limits/rate-limits.ts'
import { isFromOtherSite, requireSameOrigin } from '../security/same-origin.ts'
import { readTokenCookies } from './cookies.ts'

export interface SignedInUser {
  readonly userId: string
  /** Id of the session: SHA-256 of its token. */
  readonly session: string
  /** When they last proved who they are in this session. */
  readonly signedInAt: number
}

/** The signed-in caller. Taken from the token alone, never from an address or a body. */
export interface Actor extends SignedInUser {
  /** The calling browser tab, if it names itself; it receives no live updates of its own changes. */
  readonly tab?: string
}

/** A program of the operator's, identified by its service key. */
export interface ServiceCaller {
  /** Id of the key. */
  readonly serviceKey: string
  readonly scope: ServiceScope
}

/** What a handler learns about its caller; undefined for guests. */
export type ActorOf<Op extends Operation> = Op['who'] extends 'guest'
  ? undefined
  : Op['who'] extends 'service'
    ? ServiceCaller
    : Op['who'] extends 'sender' | 'administrator'
      ? ServiceCaller | Actor
      : Actor

declare module 'fastify' {
  interface FastifyInstance {
    /** The user of a session token; undefined if it is malformed, unknown or expired. */
    findSession: (token: string, address?: string) => Promise<SignedInUser | undefined>
    isAdministrator: (userId: string) => Promise<boolean>
    /** The program that a service key belongs to. */
    findServiceKey: (key: string) => Promise<ServiceCaller | undefined>
  }
}

/**
 * Identifies the signed-in caller by the token header. The cookie counts only if the operation accepts it, there is
 * no header, and the request comes from our own pages.
 * @throws UnauthorizedError if nobody is signed in
 * @throws ForbiddenError if another site's page calls with the cookie
 */
export async function authenticateUser(operation: Operation, request: FastifyRequest): Promise<Actor> {
  const { [TOKEN_HEADER]: token, [TAB_HEADER]: tab } = request.headers
  let signedIn: SignedInUser | undefined
  if (typeof token === 'string') signedIn = await findByToken(request, token)
  else if (operation.acceptsCookie) {
    requireSameOrigin(request)
    signedIn = await findByCookie(request)
  }
  if (!signedIn) throw new UnauthorizedError()
  return isId(tab) ? { ...signedIn, tab } : signedIn
}

/** @throws ForbiddenError if the caller signed in too long ago for a sensitive change */
export function requireRecentSignIn({ signedInAt }: Pick<SignedInUser, 'signedInAt'>): void {
  if (Date.now() - signedInAt > minuteLimits.recentSignIn * 60_000)
    throw new ForbiddenError(RECENT_SIGN_IN_NEEDED)
}

/**
 * Identifies a program by its service key; sessions do not count.
 * @throws UnauthorizedError without a valid key
 * @throws ForbiddenError if the key is for something else
 */
export async function authenticateService(
  { headers, server }: FastifyRequest,
  scope: ServiceScope,
): Promise<ServiceCaller> {
  const key = headers[SERVICE_KEY_HEADER]
  return requireScope(typeof key === 'string' ? await server.findServiceKey(key) : undefined, scope)
}

/** @throws UnauthorizedError without a program, ForbiddenError if its key is for something else */
export function requireScope(service: ServiceCaller | undefined, scope: ServiceScope): ServiceCaller {
  if (!service) throw new UnauthorizedError()
  if (service.scope !== scope && service.scope !== 'administer')
    throw new ForbiddenError(`This service key is for ${service.scope}: create one for ${scope}.`)
  return service
}

/**
 * Whether a request to a private service comes from somebody who is signed in, or from a program that administers. The
 * cookie is enough, since pictures and audio elements send no headers; it does not count for pages of other sites.
 */
export async function isKnownCaller(request: FastifyRequest): Promise<boolean> {
  const { [TOKEN_HEADER]: token, [SERVICE_KEY_HEADER]: key } = request.headers
  if (typeof key === 'string') return (await request.server.findServiceKey(key))?.scope === 'administer'
  if (typeof token === 'string') return (await findByToken(request, token)) !== undefined
  return !isFromOtherSite(request) && (await findByCookie(request)) !== undefined
}

async function findByToken(request: FastifyRequest, token: string): Promise<SignedInUser | undefined> {
  const { server } = request
  const signedIn = await server.findSession(token, clientAddress(request))
  if (signedIn) server.rateLimits.addVerifiedSession(token, signedIn)
  return signedIn
}

/** A sibling host can plant a token cookie. With two valid ones there is no telling, and nobody is signed in. */
async function findByCookie(request: FastifyRequest): Promise<SignedInUser | undefined> {
  const tokens = readTokenCookies(request)
  const found = await Promise.all(tokens.map(token => findByToken(request, token)))
  const valid = found.filter(signedIn => signedIn !== undefined)
  return valid.length === 1 ? valid[0] : undefined
}
