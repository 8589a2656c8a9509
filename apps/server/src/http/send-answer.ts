import type { FastifyReply, FastifyRequest } from 'fastify'
import { encode, pickEncoding, WORTH_COMPRESSING } from './encode-answer.ts'
import { inEncoding, type KeptAnswer, type ReadyAnswer } from './kept-answers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Anybody may keep it for a minute, and ask with its ETag whether it still holds. */
export const PUBLIC = 'public, max-age=60'
/** Measured: head and body leave in one piece where the body is a string, which pays up to about here. */
const IN_ONE_PIECE = 16 * 1024

/** True where the caller already has what the ETag names. */
export function hasAlready(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.split(',').some(tag => bare(tag) === bare(etag))
}

/**
 * Sends a public answer: 304 where the caller has it, compressed where that helps. Written on the
 * raw response at once where its bytes are there: what is asked for most costs least.
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): Promise<void> | undefined {
  if (hasAlready(request, answer.etag)) {
    reply.hijack()
    reply.raw.writeHead(304, headersOf(reply, answer)).end()
    return undefined
  }
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const ready = answer.ready.get(encoding)
  if (ready) {
    write(reply, ready)
    return undefined
  }
  return inEncoding(answer, encoding).then(bytes => {
    const headers = headersOf(reply, answer)
    headers['content-type'] = JSON_TYPE
    headers['content-length'] = bytes.length
    if (encoding && bytes !== answer.body) headers['content-encoding'] = encoding
    const body = bytes.length <= IN_ONE_PIECE ? bytes.toString('latin1') : bytes
    const made = { headers: Object.entries(headers).flat().map(String), body }
    answer.ready.set(encoding, made)
    write(reply, made)
  })
}

function headersOf(reply: FastifyReply, answer: KeptAnswer): Record<string, string | number> {
  return {
    ...reply.server.baseHeaders,
    'cache-control': PUBLIC,
    etag: answer.etag,
    vary: 'accept-encoding',
  }
}

function write(reply: FastifyReply, { headers, body }: ReadyAnswer): void {
  reply.hijack()
  reply.raw.writeHead(200, headers)
  if (typeof body === 'string') reply.raw.end(body, 'latin1')
  else reply.raw.end(body)
}

/** Sends an answer that nobody may keep. */
export async function sendOnce(request: FastifyRequest, reply: FastifyReply, text: string): Promise<void> {
  const encoding =
    text.length < WORTH_COMPRESSING ? undefined : pickEncoding(request.headers['accept-encoding'])
  const body = encoding ? await encode(Buffer.from(text), encoding) : text
  reply.hijack()
  reply.raw.writeHead(200, {
    ...reply.server.baseHeaders,
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    ...(encoding && { 'content-encoding': encoding, vary: 'accept-encoding' }),
  })
  reply.raw.end(body)
}
