import { SERVICE_KEY_HEADER, TOKEN_HEADER } from '@refrain/contract/account/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Presence } from '../../sharing/presence.ts'
import { readTokenCookies } from '../requests/cookies.ts'
import { clientAddress } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    presence: Presence
  }
  interface FastifyRequest {
    /** Id of the app password or API key that an app has proven to know. */
    appKey: string | undefined
  }
}

/** Counts the caller among those who are here now. */
export function seeListener(request: FastifyRequest): void {
  const { presence } = request.server
  const key = findListener(request)
  if (key === undefined) return
  // A guest has signed in. Other guests at the address are seen again with their next call.
  const address = clientAddress(request)
  if (key !== address && !presence.knows(key)) presence.forget(address)
  presence.see(key)
}

/** Counts the caller among those who are sent audio now. A token that was never verified here counts by address. */
export function seeStream(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'HEAD' || reply.raw.destroyed) return
  const key = findListener(request) ?? clientAddress(request)
  reply.raw.on('close', request.server.presence.seeStream(key))
}

/** By session or app, else by address. Undefined for programs, and for a token that has not been verified yet. */
function findListener(request: FastifyRequest): string | undefined {
  const { headers, appKey, server } = request
  if (appKey !== undefined) return `app ${appKey}`
  if (headers[SERVICE_KEY_HEADER] !== undefined) return undefined
  // A player whose page makes no call for long is no other listener.
  const session = server.rateLimits.findKnownSession(request)
  if (session !== undefined) return session
  const hasToken = headers[TOKEN_HEADER] !== undefined || readTokenCookies(request).length > 0
  return hasToken ? undefined : clientAddress(request)
}
