import { setTimeout as wait } from 'node:timers/promises'
import {
  fetchStreamIndex,
  fetchStreamQualities,
  STREAM_PATH,
  STREAM_QUALITIES,
  type StreamIndex,
} from '@refrain/contract/media/streams'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { callerKey } from '../../http/limits/rate-limits.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { readGain } from '../analysis/analysis-store.ts'
import { describeSent } from '../cuts/sent-audio.ts'
import { averageBitRate } from '../files/bit-rate.ts'
import type { CountFile } from '../files/limit-file-requests.ts'
import { rangeHeaderOf } from '../files/response-head.ts'
import type { CollectionFiles } from '../storage/collection-files.ts'
import type { LocalCopies } from '../storage/local-copies.ts'
import type { MediaFile, MediaStorage } from '../storage/media-storage.ts'
import { sendMedia } from '../storage/send-media.ts'
import type { Encoders } from '../transcoding/find-encoders.ts'
import { SharedStreams } from './shared-streams.ts'
import type { StreamCache } from './stream-cache.ts'
import { indexStream, readFirstFragment, renditionKey } from './stream-index.ts'
import { StreamPool } from './stream-pool.ts'
import { inAllForms, inQuality } from './stream-quality.ts'
import { readStreamTrack, type StreamTrack } from './stream-store.ts'
import { type KnownStream, Streams } from './streams.ts'

const MEGABYTE = 1024 * 1024
/** Less than players wait. Later they ask for the index again, and play while the rendition is made. */
const FINISH_MS = 5_000
/** How long a stop waits for renditions that are being stored. */
const SETTLE_MS = 2_000

/** Whether a range ends behind the bytes there are. */
const endsBeyond = (range: string | undefined, size: number) =>
  Number(/^bytes=\d+-(\d+)$/.exec(range ?? '')?.[1] ?? 0) >= size

/** Objects in the shared storage always are. */
const isFinished = (file: MediaFile) => !('isFinished' in file) || file.isFinished

/** The name changes with the audio, so it is immutable; but only once it is complete. */
const describe = (file: MediaFile) => ({
  type: 'audio/mp4',
  isStream: true,
  cacheControl: isFinished(file) ? 'public, max-age=31536000, immutable' : 'no-store',
})

export interface StreamParts {
  readonly db: Database
  /** Renditions, finished or not. */
  readonly cache: StreamCache
  readonly files: CollectionFiles
  readonly copies: LocalCopies
  readonly countFile: CountFile
  /** Where renditions are shared, if it is outside of the data folder. */
  readonly storage: MediaStorage
  /** Maximum size of the shared renditions in megabytes. */
  readonly storageStreams: number
  /** The encoders that there are. */
  readonly encoders: () => Promise<Encoders>
  /** Ensures that an audio file exists before it is read. */
  readonly prepareFile: ((path: string) => Promise<void>) | undefined
}

/**
 * How tracks are streamed: the index of a rendition, and its bytes by range.
 * @returns gets ready for somebody who may soon press play
 */
export function registerStreams(app: FastifyInstance, parts: StreamParts): () => void {
  const { cache } = parts
  const pool = new StreamPool()
  const shared = parts.storage.isRemote
    ? new SharedStreams(parts.storage, parts.storageStreams * MEGABYTE)
    : undefined
  const streams = new Streams(cache, pool, { copies: parts.copies, ...(shared && { shared }) })
  app.addHook('onClose', async () => {
    streams.close()
    await pool.close()
    // What is not stored by then is rendered again elsewhere.
    await Promise.race([shared?.settle(), wait(SETTLE_MS, undefined, { ref: false })])
  })

  bind(app, fetchStreamQualities, async () => {
    const { available } = await parts.encoders()
    return { qualities: available.has('opus') ? [...STREAM_QUALITIES] : ['original' as const] }
  })

  bind(app, fetchStreamIndex, async ({ trackId, container, start, quality }, _actor, request) => {
    const caller = callerKey(request)
    const { track, source } = await readSource(trackId)
    const form = { ...source, inContainer: container !== undefined }
    const encoded = quality && inQuality(form, quality, await parts.encoders())
    const found = encoded && (await streams.findSoon(encoded, caller))
    const stream = found ?? (await streams.find(form, caller))
    const isFallback = encoded !== undefined && !found
    const index = {
      ...indexStream(track, stream, await readGain(parts.db, track)),
      ...(isFallback && { isFallback }),
    }
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
    const { path, codec, sample_rate: sampleRate, true_samples: trueSamples, channels } = track
    const bitRate = averageBitRate({ ...describeSent(track, file.size), seconds: trueSamples / sampleRate })
    const [primingSamples, first] = [track.priming_samples, track.first_sample ?? undefined]
    const audio = { codec, sampleRate, channels, trueSamples, primingSamples, first, bitRate }
    return { track, source: { path, version: file.etag, inContainer: false, ...audio } }
  }

  /** A rendition from the own cache or the shared storage, maybe unfinished. */
  async function findRendition(key: string): Promise<MediaFile | undefined> {
    return (await cache.open(key)) ?? (await shared?.open(key))
  }

  /** Opens a rendition, which is made or finished here if the process that sent its index has more of it. */
  async function openRendition(trackId: string, key: string, request: FastifyRequest) {
    const file = await findRendition(key)
    if (file && (isFinished(file) || !endsBeyond(rangeHeaderOf(request), file.size))) return file
    file?.release()
    const finishing = readSource(trackId).then(async ({ source }) =>
      streams.finish(key, inAllForms(source, await parts.encoders()), callerKey(request)),
    )
    if (!(await Promise.race([finishing, wait(FINISH_MS, false, { ref: false })]))) return undefined
    const finished = await findRendition(key)
    if (!finished) await shared?.forget(key)
    return finished
  }

  /** The index with the first bytes of the preferred rendition. */
  async function withStart(index: StreamIndex, { key, set }: KnownStream, { path, root }: StreamTrack) {
    const [rendition, ...others] = index.faces
    if (!rendition) return index
    const file = set.renditions[0]?.raw ? await parts.files.open(path, root) : await findRendition(key)
    if (!file) return index
    try {
      const bytes = await readFirstFragment(rendition, file)
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
      const { trackId, file: name } = request.params
      const key = renditionKey(name)
      parts.countFile(request, reply)
      if (key) streams.renew(key)
      const file = key && (await openRendition(trackId, key, request))
      if (!file) throw new NotFoundError('This rendition is not there: ask for its index again.')
      await sendMedia(request, reply, file, describe(file)).catch(async error => {
        // The storage became unavailable after the rendition was opened; nothing was sent yet.
        if (!(error instanceof ObjectStorageError) || reply.sent) throw error
        shared?.markUnavailable()
        const own = await openRendition(trackId, key as string, request)
        if (!own) throw error
        await sendMedia(request, reply, own, describe(own))
      })
    },
  })
  return () => {
    if (app.server.listening) pool.prepare()
  }
}
