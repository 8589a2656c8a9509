import { join } from 'node:path'
import { fetchStreamIndex, STREAM_PATH, type StreamIndex } from '@refrain/contract/media/streams'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { readGain } from '../analysis/analysis-store.ts'
import type { CountFile } from '../files/limit-file-requests.ts'
import type { OpenFiles } from '../files/open-files.ts'
import { sendFile } from '../files/send-file.ts'
import { readFirstFragment } from './read-first-fragment.ts'
import { StreamCache } from './stream-cache.ts'
import { indexStream, renditionKey } from './stream-index.ts'
import { StreamPool } from './stream-pool.ts'
import { readStreamTrack, type StreamTrack } from './stream-store.ts'
import { type KnownStream, Streams } from './streams.ts'

const MEGABYTE = 1024 * 1024

/** Whether a range ends behind the bytes there are. */
const endsBeyond = (range: string | undefined, size: number) =>
  Number(/^bytes=\d+-(\d+)$/.exec(range ?? '')?.[1] ?? 0) >= size

export interface StreamParts {
  readonly db: Database
  readonly dataDir: string
  readonly files: OpenFiles
  readonly countFile: CountFile
  /** Maximum size of the rendition cache in megabytes. */
  readonly streamCache: number
  /** Ensures that an audio file exists before it is read. */
  readonly prepareFile: ((path: string) => Promise<void>) | undefined
}

/** How tracks are streamed: the index of a rendition, and its bytes by range. */
export async function registerStreams(app: FastifyInstance, parts: StreamParts): Promise<void> {
  const cache = await StreamCache.open(join(parts.dataDir, 'streams'), parts.streamCache * MEGABYTE)
  const pool = new StreamPool()
  const streams = new Streams(cache, pool)
  app.addHook('onListen', async () => pool.warm())
  app.addHook('onClose', () => pool.close())

  bind(app, fetchStreamIndex, async ({ trackId, container, start }) => {
    const { track, source } = await readSource(trackId)
    const stream = await streams.find({ ...source, inContainer: container !== undefined })
    const index = indexStream(track, stream, await readGain(parts.db, track))
    return start ? withStart(index, stream, track) : index
  })

  /** @throws NotFoundError if there is no such track or no file of it */
  async function readSource(trackId: string) {
    const track = await readStreamTrack(parts.db, trackId)
    if (!track) throw new NotFoundError('There is no such track.')
    await parts.prepareFile?.(track.path)
    const file = await parts.files.open(track.path, track.root)
    if (!file) throw new NotFoundError('The sound file of this track is not there at the moment.')
    file.release()
    const { path, codec, sample_rate: sampleRate, true_samples: trueSamples } = track
    return { track, source: { path, codec, sampleRate, trueSamples, version: file.etag } }
  }

  /** Opens a rendition, which is made or finished here if the process that sent its index has more of it. */
  async function openRendition(trackId: string, key: string, range: string | undefined) {
    const file = await cache.open(key)
    if (file && (file.isFinished || !endsBeyond(range, file.size))) return file
    file?.release()
    const finishing = readSource(trackId).then(({ source }) => streams.finish(key, source))
    return (await withDeadline(finishing, fetchStreamIndex.timeoutSeconds)) ? cache.open(key) : undefined
  }

  /** The index with the first bytes of the preferred rendition. */
  async function withStart(index: StreamIndex, { key, set }: KnownStream, { path, root }: StreamTrack) {
    const [rendition, ...others] = index.faces
    if (!rendition) return index
    const file = set.renditions[0]?.raw ? await parts.files.open(path, root) : await cache.open(key)
    if (!file) return index
    try {
      const bytes = await readFirstFragment(rendition, file.fd)
      return { ...index, faces: [{ ...rendition, start: bytes?.toString('base64') }, ...others] }
    } finally {
      file.release()
    }
  }

  app.route<{ Params: { trackId: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: STREAM_PATH.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { isFile: true },
    async handler(request, reply) {
      const key = renditionKey(request.params.file)
      parts.countFile(request, reply)
      const { trackId } = request.params
      const file = key && (await openRendition(trackId, key, request.headers.range))
      if (!file) throw new NotFoundError('This rendition is not there: ask for its index again.')
      // The name changes with the audio, so it is immutable; but only once it is complete.
      const cacheControl = file.isFinished ? 'public, max-age=31536000, immutable' : 'no-store'
      sendFile(request, reply, file, { type: 'audio/mp4', cacheControl })
    },
  })
}
