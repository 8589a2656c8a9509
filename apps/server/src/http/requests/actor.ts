import { SERVICE_KEY_HEADER, TOKEN_HEADER } from '@refrain/contract/account/session'
import { TAB_HEADER } from '@refrain/contract/live-updates'
import type { Operation } from '@refrain/contract/operation'
import { isId } from '@refrain/contract/values'
import type { FastifyRequest } from 'fastify'
import { UnauthorizedError } from '../errors/request-errors.ts'
import { requireSameOrigin } from '../security/same-origin.ts'
import { likelyTokens, readCookieValues } from './cookies.ts'

export interface SignedInUser {
  readonly userId: string
  /** Names the session; SHA-256 of its token. */
  readonly session: string
}

/** Who is signed in and calls. Nothing in an address or a body ever says this. */
export interface Actor extends SignedInUser {
  /** The page that calls, where it says so: it needs not be told of its own changes. */
  readonly tab?: string
}

/** A program of the operator's. */
export interface ServiceCaller {
  /** Id of the key it shows. */
  readonly serviceKey: string
}

/** What a handler is told of its caller: nothing of a guest. */
export type ActorOf<Op extends Operation> = Op['who'] extends 'guest'
  ? undefined
  : Op['who'] extends 'service'
    ? ServiceCaller
    : Op['who'] extends 'sender'
      ? ServiceCaller | Actor
      : Actor

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose session the token names; undefined where it is malformed, unknown, expired or ended. */
    findSession: (token: string) => Promise<SignedInUser | undefined>
    /** Which program of the operator's the service key belongs to. */
    findServiceKey: (key: string) => Promise<ServiceCaller | undefined>
  }
}

/**
 * Which listener calls an operation that is for them: the header's token says so. A cookie does only where the
 * operation takes one, there is no header, and no other site asks (READ-26).
 * @throws UnauthorizedError where nobody is signed in
 * @throws ForbiddenError where another site's page asks without the header
 */
export async function authenticateUser(operation: Operation, request: FastifyRequest): Promise<Actor> {
  const { [TOKEN_HEADER]: token, [TAB_HEADER]: tab } = request.headers
  let signedIn: SignedInUser | undefined
  if (typeof token === 'string') signedIn = await findByToken(request, token)
  else if (operation.acceptsCookie) signedIn = await findByCookie(request)
  if (!signedIn) throw new UnauthorizedError()
  return isId(tab) ? { ...signedIn, tab } : signedIn
}

/** A service key alone opens what is for the service; nobody's session does. @throws UnauthorizedError without one */
export async function authenticateService({ headers, server }: FastifyRequest): Promise<ServiceCaller> {
  const key = headers[SERVICE_KEY_HEADER]
  const service = typeof key === 'string' ? await server.findServiceKey(key) : undefined
  if (!service) throw new UnauthorizedError()
  return service
}

async function findByToken({ server }: FastifyRequest, token: string): Promise<SignedInUser | undefined> {
  const signedIn = await server.findSession(token)
  if (signedIn) server.verifiedSessions.add(token, signedIn.session)
  return signedIn
}

/** One of several that sign in may have been planted by a sibling host: then nobody is signed in. */
async function findByCookie(request: FastifyRequest): Promise<SignedInUser | undefined> {
  requireSameOrigin(request)
  const tokens = likelyTokens(readCookieValues(request, 'token'))
  const found = await Promise.all(tokens.map(token => findByToken(request, token)))
  const live = found.filter(signedIn => signedIn !== undefined)
  return live.length === 1 ? live[0] : undefined
}
