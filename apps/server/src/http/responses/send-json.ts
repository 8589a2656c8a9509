import { CATALOGUE_HEADER } from '@refrain/contract/service-paths'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cacheControlFor } from '../security/private-service.ts'
import { compress, MIN_COMPRESSED_BYTES, pickEncoding } from './compression.ts'
import { type CachedResponse, compressResponse, type EncodedResponse } from './response-cache.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Any cache may store it for a minute, then revalidates by ETag. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=60'
/** Node sends headers and a string body in one packet; measured, that pays up to about this size. */
const MAX_STRING_BODY_BYTES = 16 * 1024

/** ETags of one header that are compared. */
const MAX_ETAGS = 100

/** Whether the request's If-None-Match names this ETag. */
export function matchesEtag(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  const wanted = bare(etag)
  return header.split(',', MAX_ETAGS).some(tag => bare(tag) === wanted)
}

/**
 * Sends a public response: 304 if the caller has it, compressed if that pays. Writes to the raw response, which is the
 * fastest way for what is requested most.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<void> | undefined {
  const cacheControl = cacheControlFor(request, PUBLIC_CACHE_CONTROL)
  const forms = cacheControl === PUBLIC_CACHE_CONTROL ? response.ready : response.readyPrivately
  const encoding = pickEncoding(request.headers['accept-encoding'])
  const isUnchanged = matchesEtag(request, response.etag)
  const ready = forms[encoding ?? '']
  if (ready && !isUnchanged) {
    write(reply, ready)
    return undefined
  }
  const headers = ['cache-control', cacheControl, 'vary', 'accept-encoding', 'etag', response.etag]
  if (response.version !== undefined) headers.push(CATALOGUE_HEADER, String(response.version))
  if (isUnchanged) {
    reply.hijack()
    reply.raw.writeHead(304, [...reply.server.baseHeaderList, ...headers]).end()
    return undefined
  }
  if (encoding && response.text.length >= MIN_COMPRESSED_BYTES) {
    return compressResponse(response, encoding).then(bytes => {
      const made = encodeResponse(reply, [...headers, 'content-encoding', encoding], bytes)
      forms[encoding] = made
      write(reply, made)
    })
  }
  const made = encodeResponse(reply, headers, response.text)
  forms[encoding ?? ''] = made
  write(reply, made)
  return undefined
}

const ASCII = /^[\0-\x7f]*$/

function encodeResponse(
  reply: FastifyReply,
  extraHeaders: readonly string[],
  content: string | Buffer,
): EncodedResponse {
  const isAscii = typeof content === 'string' && ASCII.test(content)
  const bytes = isAscii ? content : Buffer.from(content as string)
  const headers = [
    ...reply.server.baseHeaderList,
    ...extraHeaders,
    'content-type',
    JSON_TYPE,
    'content-length',
    String(bytes.length),
  ]
  if (typeof bytes === 'string') return { headers, body: bytes }
  return { headers, body: bytes.length <= MAX_STRING_BODY_BYTES ? bytes.toString('latin1') : bytes }
}

function write(reply: FastifyReply, { headers, body }: EncodedResponse, status = 200): void {
  reply.hijack()
  reply.raw.writeHead(status, headers)
  if (typeof body === 'string') reply.raw.end(body, 'latin1')
  else reply.raw.end(body)
}

/**
 * Sends a response that must not be cached.
 * @param headers alternating names and values
 * @param status 202: accepted, done later
 */
export function sendUncached(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  headers: readonly string[] = [],
  status: 200 | 202 = 200,
): Promise<void> | undefined {
  const allHeaders = ['cache-control', 'no-store', ...headers]
  const encoding =
    text.length < MIN_COMPRESSED_BYTES ? undefined : pickEncoding(request.headers['accept-encoding'])
  if (encoding) {
    const encoded = [...allHeaders, 'content-encoding', encoding, 'vary', 'accept-encoding']
    return compress(Buffer.from(text), encoding).then(bytes =>
      write(reply, encodeResponse(reply, encoded, bytes), status),
    )
  }
  write(reply, encodeResponse(reply, allHeaders, text), status)
  return undefined
}
