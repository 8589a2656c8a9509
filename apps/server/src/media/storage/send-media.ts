import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { seeStream } from '../../http/limits/see-listener.ts'
import { cacheControlFor } from '../../http/security/private-service.ts'
import { log } from '../../log/log.ts'
import { type FileAbout, responseHead } from '../files/response-head.ts'
import { sendFile } from '../files/send-file.ts'
import type { MediaFile, RemoteFile } from './media-storage.ts'

/** Shorter than an address is valid for. */
const REDIRECT_CACHE = 'public, max-age=300'

/**
 * Sends a file or object, or the range of it that was asked for, and releases it; or redirects to the storage.
 * @throws ObjectStorageError if the storage cannot be reached
 */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  file: MediaFile,
  about: FileAbout,
): Promise<void> {
  if ('fd' in file) sendFile(request, reply, file, about)
  else await sendRemote(request, reply, file, about).finally(() => file.release())
}

async function sendRemote(
  request: FastifyRequest,
  reply: FastifyReply,
  file: RemoteFile,
  about: FileAbout,
): Promise<void> {
  const { raw } = reply
  const { status, headers, body } = responseHead(request, reply, file, about)
  // The storage answers an unsatisfiable range by itself, and addresses are for GET only.
  const address = body && (await signAddress(request, file, about))
  if (address !== undefined) {
    if (about.isStream) seeStream(request, reply)
    reply.hijack()
    raw.writeHead(302, {
      ...reply.server.baseHeaders,
      location: address,
      'content-length': 0,
      'cache-control': redirectCacheControl(request, about),
    })
    raw.end()
    return
  }
  const left = new AbortController()
  raw.once('close', () => left.abort())
  // A client that left before gets no `close` event.
  if (raw.destroyed) left.abort()
  const chunks = body && (await file.read(body.start, body.end, left.signal).catch(ignoreAbort))
  reply.hijack()
  if (raw.destroyed) return
  if (chunks && about.isStream) seeStream(request, reply)
  raw.writeHead(status, headers)
  if (!body || !chunks) {
    raw.end()
    return
  }
  try {
    await pipeline(exactly(chunks, body.end - body.start + 1), raw)
  } catch (error) {
    // The client sees that the response is cut short.
    raw.destroy()
    if (!left.signal.aborted) log.error(`Reading from the storage failed: ${(error as Error).message}`)
  }
}

/** A redirect is cached for less long than its address is valid, and by nobody else if the file is not. */
function redirectCacheControl(request: FastifyRequest, { cacheControl }: FileAbout): string {
  if (cacheControl === 'no-store') return cacheControl
  return cacheControl.startsWith('public') ? cacheControlFor(request, REDIRECT_CACHE) : 'private, no-cache'
}

async function signAddress(
  request: FastifyRequest,
  file: RemoteFile,
  { type, cacheControl }: FileAbout,
): Promise<string | undefined> {
  const { backendUrl, guestAccess } = request.server
  // Browsers that send the cookie to another origin than the page's ask the storage to accept it, too, which it does not.
  if (backendUrl && guestAccess.isPrivate) return undefined
  return file.signAddress({
    'content-type': type,
    'cache-control': cacheControlFor(request, cacheControl),
  })
}

/** The same chunks. @throws Error if they are not `length` bytes together */
async function* exactly(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const chunk of chunks) {
    sent += chunk.length
    yield chunk
  }
  if (sent !== length) throw new Error(`it sent ${sent} of ${length} bytes`)
}

function ignoreAbort(error: Error): undefined {
  if (error.name !== 'AbortError') throw error
}
