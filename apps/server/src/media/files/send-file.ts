import { read, readSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../../http/responses/send-json.ts'
import { FILE_CSP } from '../../http/security/security-headers.ts'
import { handOver } from './hand-over.ts'
import type { OpenFile } from './open-files.ts'
import { type ByteRange, readRange } from './read-range.ts'

/** Measured: smaller chunks cost more turns of the event loop, larger ones only memory. */
const CHUNK = 256 * 1024

/**
 * Sends a file, or the range of it that was asked for, and releases it. Written on the raw
 * response: a stream for each request costs more than the reading.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  about: {
    type: string
    cacheControl: string
    /** True for what pages of other sites may show, such as a mail program in a browser. */
    forAnySite?: boolean
  },
): void {
  reply.hijack()
  const { raw } = reply
  // A client that left before the file was open gets no `close` event.
  if (raw.destroyed) {
    file.release()
    return
  }
  const headers: Record<string, string | number> = {
    ...reply.server.baseHeaders,
    'content-security-policy': FILE_CSP,
    'accept-ranges': 'bytes',
    'cache-control': about.cacheControl,
    etag: file.etag,
    'last-modified': file.lastModified,
    ...(about.forAnySite && { 'cross-origin-resource-policy': 'cross-origin' }),
  }
  if (isUnchanged(request, file)) {
    raw.writeHead(304, headers).end()
    file.release()
    return
  }
  headers['content-type'] = about.type
  const range = rangeOf(request, file)
  if (range === 'unsatisfiable') {
    headers['content-range'] = `bytes */${file.size}`
    headers['content-length'] = 0
    raw.writeHead(416, headers).end()
    file.release()
    return
  }
  if (handOver(request, raw, file, headers)) {
    file.release()
    return
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers['content-length'] = end - start + 1
  if (range) headers['content-range'] = `bytes ${start}-${end}/${file.size}`
  raw.writeHead(range ? 206 : 200, headers)
  if (request.method === 'HEAD' || file.size === 0) {
    raw.end()
    file.release()
  } else if (!writeAtOnce(raw, file, start, end)) writeBytes(raw, file, start, end)
}

/** An `If-None-Match` decides alone; a time counts only without it. */
function isUnchanged(request: FastifyRequest, file: OpenFile): boolean {
  if (request.headers['if-none-match'] !== undefined) return matchesEtag(request, file.etag)
  const since = Date.parse(request.headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Date.parse(file.lastModified) <= since
}

/** Undefined: the whole file, also if the client's part belongs to another version of it. */
function rangeOf(request: FastifyRequest, file: OpenFile): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': ifRange } = request.headers
  if (range === undefined) return undefined
  if (ifRange !== undefined && ifRange !== file.etag && ifRange !== file.lastModified) return undefined
  const read = readRange(range, file.size)
  const isOne = range.startsWith('bytes=') && !range.includes(',')
  return read === undefined && isOne ? 'unsatisfiable' : read
}

/** Buffers for reuse: allocating one costs more than filling it. */
const idle: Buffer[] = []
const MOST_IDLE = 64

function giveBack(buffer: Buffer): void {
  if (idle.length < MOST_IDLE) idle.push(buffer)
}

/**
 * Sends a small part that is in the page cache at once.
 * @returns whether it did
 */
function writeAtOnce(raw: ServerResponse, file: OpenFile, start: number, end: number): boolean {
  const length = end - start + 1
  if (length > CHUNK || !file.cached?.covers(start, end)) return false
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(CHUNK)
  let count = 0
  try {
    count = readSync(file.fd, buffer, 0, length, start)
  } catch {
    // The asynchronous path meets the same error and ends the response.
  }
  if (count < length) {
    giveBack(buffer)
    return false
  }
  raw.end(buffer.subarray(0, length), () => giveBack(buffer))
  file.release()
  return true
}

/** Reads the next chunk only when the last one was sent; ends when the client leaves or stalls. */
function writeBytes(raw: ServerResponse, file: OpenFile, start: number, end: number): void {
  let at = start
  let reading = false
  let closed = false

  function next(): void {
    reading = true
    const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(CHUNK)
    read(file.fd, buffer, 0, Math.min(CHUNK, end - at + 1), at, (error, count) => {
      reading = false
      if (closed) {
        giveBack(buffer)
        file.release()
      }
      // The file shrank meanwhile: the promised length cannot be sent.
      else if (error || count === 0) raw.destroy()
      else send(buffer, count)
    })
  }

  function send(buffer: Buffer, count: number): void {
    file.cached?.add(at, at + count - 1)
    at += count
    const flowing = raw.write(buffer.subarray(0, count), error => {
      // Unsent data may still be in use.
      if (!error) giveBack(buffer)
    })
    if (at > end) raw.end()
    else if (flowing) next()
    else raw.once('drain', next)
  }

  raw.once('close', () => {
    closed = true
    raw.off('drain', next)
    if (!reading) file.release()
  })
  next()
}
