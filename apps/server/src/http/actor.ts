import { TOKEN_HEADER } from '@refrain/contract/account'
import type { Operation } from '@refrain/contract/operation'
import type { FastifyRequest } from 'fastify'
import { UnauthorizedError } from './errors.ts'

/** Who is signed in and calls. Nothing in an address or a body ever says this. */
export interface Actor {
  readonly userId: string
}

/** What a handler is told of its caller: nothing of a guest. */
export type ActorOf<Op extends Operation> = Op['who'] extends 'guest' ? undefined : Actor

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose session the token names; undefined where it is malformed, unknown, expired or ended. */
    findActor: (token: string) => Promise<Actor | undefined>
  }
}

/**
 * Who calls an operation that is not for guests: the header's token alone says so, a cookie never.
 * @throws UnauthorizedError where nobody is signed in
 */
export async function findActor({ who }: Operation, request: FastifyRequest): Promise<Actor> {
  const token = request.headers[TOKEN_HEADER]
  // No service key has been made yet that could be shown.
  const known = who !== 'service' && typeof token === 'string'
  const actor = known ? await request.server.findActor(token) : undefined
  if (!actor) throw new UnauthorizedError()
  return actor
}
