import { read, readSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { handOver } from './hand-over.ts'
import type { OpenFile } from './open-files.ts'
import { type FileAbout, responseHead } from './response-head.ts'

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
  about: FileAbout,
): void {
  reply.hijack()
  const { raw } = reply
  // A client that left before the file was open gets no `close` event.
  if (raw.destroyed) {
    file.release()
    return
  }
  const { status, headers, body } = responseHead(request, reply, file, about)
  if ((status === 200 || status === 206) && handOver(request, raw, file, headers)) {
    file.release()
    return
  }
  raw.writeHead(status, headers)
  if (!body) {
    raw.end()
    file.release()
  } else if (!writeAtOnce(raw, file, body.start, body.end)) writeBytes(raw, file, body.start, body.end)
}

/** Buffers for reuse: allocating one costs more than filling it. */
const idle: Buffer[] = []
const MAX_IDLE = 64

function giveBack(buffer: Buffer): void {
  if (idle.length < MAX_IDLE) idle.push(buffer)
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
