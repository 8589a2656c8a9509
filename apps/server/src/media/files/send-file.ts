import { read, readSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { seeStream } from '../../http/limits/see-listener.ts'
import { handOver } from './hand-over.ts'
import type { OpenFile } from './open-files.ts'
import { type FileAbout, responseHead } from './response-head.ts'
import { dropBuffer, giveBackBuffer, LARGE, takeBuffer } from './send-buffers.ts'

/** A client is slow while a chunk waits for longer than this until the operating system has taken it. */
const SLOW_MS = 50

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
  if (body && about.isStream) seeStream(request, reply)
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

/**
 * Sends a small part that is in the page cache at once.
 * @returns whether it did
 */
function writeAtOnce(raw: ServerResponse, file: OpenFile, start: number, end: number): boolean {
  const length = end - start + 1
  if (length > LARGE || !file.cached?.covers(start, end)) return false
  const buffer = takeBuffer(length)
  if (!fill(file, buffer, start, length)) {
    giveBackBuffer(buffer)
    return false
  }
  raw.on('close', () => (raw.writableFinished ? giveBackBuffer(buffer) : dropBuffer(buffer)))
  raw.end(buffer.subarray(0, length))
  file.release()
  return true
}

/** @returns false if the bytes are not there, or the buffer is too small */
function fill({ fd }: OpenFile, buffer: Buffer, start: number, length: number): boolean {
  if (length > buffer.length) return false
  try {
    return readSync(fd, buffer, 0, length, start) === length
  } catch {
    // The asynchronous path meets the same error and ends the response.
    return false
  }
}

/** Reads the next chunk only when the last one was sent; ends when the client leaves or stalls. */
function writeBytes(raw: ServerResponse, file: OpenFile, start: number, end: number): void {
  let at = start
  let isReading = false
  let isClosed = false
  let isSlow = false
  /** Not yet taken by the operating system. */
  let sending: Buffer | undefined

  function next(): void {
    isReading = true
    const wanted = end - at + 1
    const buffer = takeBuffer(isSlow ? 0 : wanted)
    read(file.fd, buffer, 0, Math.min(buffer.length, wanted), at, (error, count) => {
      isReading = false
      if (!isClosed && !error && count > 0) return send(buffer, count)
      giveBackBuffer(buffer)
      if (isClosed) file.release()
      // The file shrank meanwhile: the promised length cannot be sent.
      else raw.destroy()
    })
  }

  function send(buffer: Buffer, count: number): void {
    file.cached?.add(at, at + count - 1)
    at += count
    sending = buffer
    const sentAt = performance.now()
    raw.write(buffer.subarray(0, count), error => {
      if (error || sending !== buffer) return
      sending = undefined
      giveBackBuffer(buffer)
      isSlow = performance.now() - sentAt > SLOW_MS
      if (at <= end && !isClosed) next()
    })
    if (at > end) raw.end()
  }

  raw.on('close', () => {
    isClosed = true
    if (sending) dropBuffer(sending)
    sending = undefined
    if (!isReading) file.release()
  })
  next()
}
