import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../../http/responses/send-json.ts'
import { cacheControlFor } from '../../http/security/private-service.ts'
import { FILE_CSP } from '../../http/security/security-headers.ts'

interface ByteRange {
  /** First byte. */
  readonly start: number
  /** Last byte, inclusive. */
  readonly end: number
}

export interface FileAbout {
  readonly type: string
  readonly cacheControl: string
  /** True for what pages of other sites may show, such as a mail program in a browser. */
  readonly forAnySite?: boolean
  /** Counts the caller among those who are sent audio, if the response holds some. */
  readonly isStream?: boolean
  /** Further headers, in lower case. */
  readonly headers?: Readonly<Record<string, string>>
}

interface FileProperties {
  readonly size: number
  readonly etag: string
  readonly lastModified: string
}

export interface ResponseHead {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Record<string, string | number>
  /** What the body consists of; undefined if there is none. */
  readonly body: ByteRange | undefined
}

/** Status and headers for a file, or the range of it that was asked for. */
export function responseHead(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileProperties,
  about: FileAbout,
): ResponseHead {
  const headers: Record<string, string | number> = { ...reply.server.baseHeaders }
  headers['content-security-policy'] = FILE_CSP
  headers['accept-ranges'] = 'bytes'
  headers['cache-control'] = cacheControlFor(request, about.cacheControl)
  headers.etag = file.etag
  headers['last-modified'] = file.lastModified
  if (about.forAnySite && !request.server.guestAccess.isPrivate)
    headers['cross-origin-resource-policy'] = 'cross-origin'
  if (about.headers) Object.assign(headers, about.headers)
  if (isUnchanged(request, file)) return { status: 304, headers, body: undefined }
  headers['content-type'] = about.type
  const range = rangeOf(request, file)
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${file.size}`
    headers['content-length'] = 0
    return { status: 416, headers, body: undefined }
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers['content-length'] = end - start + 1
  if (range) headers['content-range'] = `bytes ${start}-${end}/${file.size}`
  const isEmpty = request.method === 'HEAD' || file.size === 0
  return { status: range ? 206 : 200, headers, body: isEmpty ? undefined : { start, end } }
}

/** An `If-None-Match` decides alone; a time counts only without it. */
function isUnchanged(request: FastifyRequest, file: FileProperties): boolean {
  if (request.headers['if-none-match'] !== undefined) return matchesEtag(request, file.etag)
  const header = request.headers['if-modified-since']
  if (header === undefined) return false
  const since = Date.parse(header)
  return !Number.isNaN(since) && Date.parse(file.lastModified) <= since
}

/** The header that asks for a part; undefined for other methods than GET, for which ranges mean nothing (RFC 9110, 14.2). */
export function rangeHeaderOf({ method, headers }: FastifyRequest): string | undefined {
  return method === 'GET' ? headers.range : undefined
}

/** Undefined: the whole file, also if the client's part belongs to another version of it. */
function rangeOf(request: FastifyRequest, file: FileProperties): ByteRange | 'unsatisfiable' | undefined {
  const range = rangeHeaderOf(request)
  const { 'if-range': ifRange } = request.headers
  if (range === undefined) return undefined
  if (ifRange !== undefined && ifRange !== file.etag && ifRange !== file.lastModified) return undefined
  const read = readRange(range, file.size)
  const isOne = range.startsWith('bytes=') && !range.includes(',')
  return read === undefined && isOne ? 'unsatisfiable' : read
}

/**
 * Parses a Range header (RFC 9110, section 14). Undefined means the whole file, also for several ranges and
 * for invalid headers.
 */
function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
