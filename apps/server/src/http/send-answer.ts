import type { FastifyReply, FastifyRequest } from 'fastify'
import { encode, pickEncoding, WORTH_COMPRESSING } from './encode-answer.ts'
import { inEncoding, type KeptAnswer } from './kept-answers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Anybody may keep it for a minute, and ask with its ETag whether it still holds. */
export const PUBLIC = 'public, max-age=60'

/** True where the caller already has what the ETag names. */
export function hasAlready(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some(tag => bare(tag) === bare(etag))
}

/** Sends a public answer: 304 where the caller has it, compressed where that helps. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
  type = JSON_TYPE,
): Promise<void> {
  reply.header('cache-control', PUBLIC).header('etag', answer.etag).header('vary', 'accept-encoding')
  if (hasAlready(request, answer.etag)) {
    reply.code(304).send()
    return
  }
  reply.header('content-type', type)
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const encoded = inEncoding(answer, encoding)
  if (encoded) reply.header('content-encoding', encoding).send(await encoded)
  else reply.send(answer.body)
}

/** Sends an answer that nobody may keep. */
export async function sendOnce(request: FastifyRequest, reply: FastifyReply, text: string): Promise<void> {
  reply.header('cache-control', 'no-store').header('content-type', JSON_TYPE)
  const encoding =
    text.length < WORTH_COMPRESSING ? undefined : pickEncoding(request.headers['accept-encoding'])
  if (!encoding) {
    reply.send(text)
    return
  }
  reply
    .header('content-encoding', encoding)
    .header('vary', 'accept-encoding')
    .send(await encode(Buffer.from(text), encoding))
}
