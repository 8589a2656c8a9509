import type { FastifyRequest } from 'fastify'
import { pageAddress } from '../../pages/page-address.ts'

/** Origin of pictures that need no secret; undefined if there are none, since the service is private. */
export function pictureOriginOf(request: FastifyRequest): string | undefined {
  const { backendUrl, publicUrl, guestAccess } = request.server
  return guestAccess.isPrivate ? undefined : pageAddress(request, backendUrl || publicUrl)
}

/** The pages, where app passwords are made; undefined if the request names no host. */
export function helpUrlOf(request: FastifyRequest): string | undefined {
  const origin = pageAddress(request, request.server.publicUrl)
  return origin === undefined ? undefined : `${origin}/`
}
