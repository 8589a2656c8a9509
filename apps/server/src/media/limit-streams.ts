import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../http/errors.ts'
import { addressOf } from '../http/limit-rate.ts'

const STREAMS_PER_ADDRESS = 50
const RETRY_SECONDS = 5

/** Counts one file under way to whoever asks. @throws RequestError (429) beyond the limit */
export type CountStream = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Counts the files under way to each address.
 * @param scale multiplies the limit; 0 switches it off
 */
export function limitStreams(scale: number): CountStream {
  const underWay = new Map<string, number>()
  const most = Math.max(1, Math.round(STREAMS_PER_ADDRESS * scale))
  if (scale === 0) return () => {}
  return (request, reply) => {
    if (reply.raw.destroyed) return
    const address = addressOf(request)
    const count = underWay.get(address) ?? 0
    if (count >= most)
      throw new RequestError(429, 'Too many files at once: wait for one to end.', RETRY_SECONDS)
    underWay.set(address, count + 1)
    reply.raw.once('close', () => {
      const left = (underWay.get(address) ?? 1) - 1
      if (left > 0) underWay.set(address, left)
      else underWay.delete(address)
    })
  }
}
