import type { FastifyRequest } from 'fastify'
import { clientAddress } from '../../http/limits/rate-limits.ts'

/** Where a sign-in comes from. */
export interface Client {
  /** IP address, IPv6 as /64. */
  readonly address: string
  readonly userAgent: string
}

export function clientOf(request: FastifyRequest): Client {
  return { address: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' }
}
