import { join } from 'node:path'
import { fetchStreamIndex, STREAM_PATH } from '@refrain/contract/media'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { NotFoundError } from '../http/errors.ts'
import { FILE_POLICY } from '../http/security-headers.ts'
import { readRange } from './read-range.ts'
import { StreamCache } from './stream-cache.ts'
import { indexStream, renditionKey } from './stream-index.ts'
import { StreamPool } from './stream-pool.ts'
import { readStreamTrack } from './stream-store.ts'
import { Streams } from './streams.ts'

const MEGABYTE = 1024 * 1024
const CHUNK = 64 * 1024

export interface StreamParts {
  readonly db: Database
  readonly dataDir: string
  /** Most megabytes of renditions kept. */
  readonly streamCache: number
  /** Makes sure that a sound file is there before it is read. */
  readonly prepareFile?: (path: string) => Promise<void>
}

/** How tracks are streamed: the index of a rendition, and its bytes by range. */
export async function registerStreams(app: FastifyInstance, parts: StreamParts): Promise<void> {
  const cache = await StreamCache.open(join(parts.dataDir, 'streams'), parts.streamCache * MEGABYTE)
  const pool = new StreamPool()
  const streams = new Streams(cache, pool)
  app.addHook('onListen', async () => pool.warm())
  app.addHook('onClose', () => pool.close())

  bind(app, fetchStreamIndex, async ({ trackId }) => {
    const track = await readStreamTrack(parts.db, trackId)
    if (!track) throw new NotFoundError('There is no such track.')
    await parts.prepareFile?.(track.path)
    return indexStream(track, await streams.find(track))
  })

  app.get<{ Params: { trackId: string; file: string } }>(
    STREAM_PATH.replaceAll(/\{(\w+)\}/g, ':$1'),
    (request, reply) => sendRendition(cache, request.params.file, request, reply),
  )
}

async function sendRendition(
  cache: StreamCache,
  fileName: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const key = renditionKey(fileName)
  const opened = key === undefined ? undefined : await cache.open(key)
  if (!opened) throw new NotFoundError('This rendition is not there: ask for its index again.')
  const { file, size, release } = opened
  reply.raw.once('close', () => void release())
  const range = readRange(request.headers.range, size)
  reply
    .header('content-type', 'audio/mp4')
    .header('accept-ranges', 'bytes')
    .header('content-security-policy', FILE_POLICY)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  // The name changes with the sound: bytes that were once told never change.
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', `"${key}"`)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range)
    reply.code(206).header('content-range', `bytes ${start}-${end}/${opened.isFinished ? size : '*'}`)
  reply.header('content-length', end - start + 1)
  return reply.send(file.createReadStream({ start, end, autoClose: false, highWaterMark: CHUNK }))
}
