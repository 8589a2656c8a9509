import type { FastifyRequest } from 'fastify'
import { pageOrigin } from '../../pages/page-origin.ts'

/** Origin of our pictures for absolute addresses; '' if the request names no host. */
export function originOf({ server, protocol, host }: FastifyRequest): string {
  return pageOrigin({ protocol, host }, server.backendUrl || server.publicUrl) ?? ''
}

/** Where app passwords are made; undefined if the request names no host. */
export function helpUrlOf(request: FastifyRequest): string | undefined {
  const origin = pageOrigin(request, request.server.publicUrl)
  return origin === undefined ? undefined : `${origin}/settings`
}
