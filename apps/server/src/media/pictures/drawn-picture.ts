import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../../http/responses/send-json.ts'
import { cacheControlFor } from '../../http/security/private-service.ts'
import { FILE_CSP } from '../../http/security/security-headers.ts'

/** The name is fixed, but the drawing may change: with a release, or with what it is of. */
const FOR_A_DAY = 'public, max-age=86400'

/** A picture that the service draws itself. */
export interface DrawnPicture {
  readonly bytes: Buffer
  readonly etag: string
}

export function toDrawnPicture(bytes: Buffer): DrawnPicture {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` }
}

/** Answers with a drawn JPEG. */
export function sendDrawnPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: DrawnPicture,
): FastifyReply {
  reply
    .header('content-security-policy', FILE_CSP)
    .header('cache-control', cacheControlFor(request, FOR_A_DAY))
    .header('etag', etag)
  if (matchesEtag(request, etag)) return reply.code(304).send()
  return reply.header('content-type', 'image/jpeg').send(bytes)
}
