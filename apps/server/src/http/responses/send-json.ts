import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, MIN_COMPRESSED_BYTES, pickEncoding } from './compression.ts'
import { type CachedResponse, compressResponse, type EncodedResponse } from './response-cache.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Anybody may keep it for a minute, and ask with its ETag whether it still holds. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=60'
/** Measured: head and body leave in one piece where the body is a string, which pays up to about here. */
const IN_ONE_PIECE = 16 * 1024

/** True where the caller already has what the ETag names. */
export function matchesEtag(request: FastifyRequest, etag: string): boolean {
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
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): Promise<void> | undefined {
  const about = ['cache-control', PUBLIC_CACHE_CONTROL, 'vary', 'accept-encoding', 'etag', answer.etag]
  if (matchesEtag(request, answer.etag)) {
    reply.hijack()
    reply.raw.writeHead(304, [...reply.server.baseHeaderList, ...about]).end()
    return undefined
  }
  const encoding = pickEncoding(request.headers['accept-encoding'])
  let ready = answer.ready[encoding ?? 'plain']
  if (!ready) {
    if (encoding && answer.text.length >= MIN_COMPRESSED_BYTES) {
      return compressResponse(answer, encoding).then(bytes => {
        const made = makeReady(reply, [...about, 'content-encoding', encoding], bytes)
        answer.ready[encoding] = made
        write(reply, made)
      })
    }
    ready = makeReady(reply, about, answer.text)
    answer.ready[encoding ?? 'plain'] = ready
  }
  write(reply, ready)
  return undefined
}

const ASCII = /^[\0-\x7f]*$/

function makeReady(reply: FastifyReply, about: readonly string[], given: string | Buffer): EncodedResponse {
  const inOneByteLetters = typeof given === 'string' && ASCII.test(given)
  const bytes = inOneByteLetters ? given : Buffer.from(given as string)
  const headers = [
    ...reply.server.baseHeaderList,
    ...about,
    'content-type',
    JSON_TYPE,
    'content-length',
    String(bytes.length),
  ]
  if (typeof bytes === 'string') return { headers, body: bytes }
  return { headers, body: bytes.length <= IN_ONE_PIECE ? bytes.toString('latin1') : bytes }
}

function write(reply: FastifyReply, { headers, body }: EncodedResponse, status = 200): void {
  reply.hijack()
  reply.raw.writeHead(status, headers)
  if (typeof body === 'string') reply.raw.end(body, 'latin1')
  else reply.raw.end(body)
}

/**
 * Sends an answer that nobody may keep.
 * @param headers further ones, names and values in turn
 * @param status 202 for what is done later
 */
export function sendUncached(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  headers: readonly string[] = [],
  status: 200 | 202 = 200,
): Promise<void> | undefined {
  const about = ['cache-control', 'no-store', ...headers]
  const encoding =
    text.length < MIN_COMPRESSED_BYTES ? undefined : pickEncoding(request.headers['accept-encoding'])
  if (encoding) {
    const encoded = [...about, 'content-encoding', encoding, 'vary', 'accept-encoding']
    return compress(Buffer.from(text), encoding).then(bytes =>
      write(reply, makeReady(reply, encoded, bytes), status),
    )
  }
  write(reply, makeReady(reply, about, text), status)
  return undefined
}
