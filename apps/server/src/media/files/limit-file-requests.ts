import { guestShares } from '@refrain/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../../http/errors/request-errors.ts'
import { clientAddress, scaleLimit } from '../../http/limits/rate-limits.ts'
import { RunningCounts } from '../../http/limits/running-counts.ts'

/** Audio files and pictures that one session may download at the same time. */
const FILES_AT_ONCE = 50
const RETRY_SECONDS = 5

/** Counts one file as being sent until its response closes. @throws RequestError (429) beyond the limit */
export type CountFile = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Limits how many files are sent at once to a session, or to everybody without one at an address.
 * @param scale multiplies the limit; 0 switches it off
 */
export function limitFileRequests(scale: number): CountFile {
  const sending = new RunningCounts()
  if (scale === 0) return () => {}
  return (request, reply) => {
    if (reply.raw.destroyed) return
    const session = request.server.rateLimits.findVerifiedSession(request)
    const key = session ?? clientAddress(request)
    const end = sending.start(key, scaleLimit(FILES_AT_ONCE * (session ? 1 : guestShares.usual), scale))
    if (!end) throw new RequestError(429, 'Too many files at once: wait for one to end.', RETRY_SECONDS)
    reply.raw.on('close', end)
  }
}
