import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { callerKey } from '../http/limits/rate-limits.ts'
import type { CleanUps } from '../jobs/clean-ups.ts'
import type { Settings } from '../settings.ts'
import { registerWaveforms } from './analysis/waveform-routes.ts'
import { registerChapters } from './chapters/chapters-routes.ts'
import { CutReader } from './cuts/cut-reader.ts'
import { type AudioParts, registerAudio } from './files/audio-routes.ts'
import { registerHandOver } from './files/hand-over.ts'
import { limitFileRequests } from './files/limit-file-requests.ts'
import { OpenFiles } from './files/open-files.ts'
import { registerLyrics } from './lyrics/lyrics-routes.ts'
import { registerDailyMixes } from './pictures/daily-mix-routes.ts'
import { PictureDeriver } from './pictures/derive-picture.ts'
import { PictureDecoder } from './pictures/picture-decoder.ts'
import { type PictureParts, registerPictures } from './pictures/picture-routes.ts'
import { TitleCovers } from './pictures/title-cover/title-covers.ts'
import { CollectionBuckets } from './storage/collection-buckets.ts'
import { openCollection } from './storage/collection-files.ts'
import { LocalCopies } from './storage/local-copies.ts'
import { openMediaStorage, type StorageSettings } from './storage/open-media-storage.ts'
import { StreamCache } from './streams/stream-cache.ts'
import { registerStreams } from './streams/stream-routes.ts'
import { TranscodedStreams } from './transcoding/transcoded-streams.ts'
import { Transcoder } from './transcoding/transcoder.ts'
import type { UploadParts } from './uploads/store-upload.ts'
import { registerUploads } from './uploads/upload-routes.ts'

/** Pictures that are decoded at the same time. */
const DECODERS = 2
/** The largest accepted pictures need a fraction of it. */
const DECODE_LIMIT_MS = 8_000
const MEGABYTE = 1024 * 1024

export interface MediaParts extends StorageSettings {
  readonly db: Database
  readonly cleanUps: CleanUps
  /** Maximum size of the rendition cache in megabytes. */
  readonly streamCache: number
  /** Maximum size of the shared renditions in megabytes. */
  readonly storageStreams: number
  readonly rateLimitScale: number
  /** Lets a trusted proxy send files itself. */
  readonly sendfile: Settings['sendfile']
  readonly trustedProxies: readonly string[]
  /** Ensures that an audio file exists before it is opened. */
  readonly prepareFile: ((path: string) => Promise<void>) | undefined
  /** Called with a track whose waveform is requested before it was analysed. */
  readonly onUnanalysed: ((trackId: string) => void) | undefined
}

export interface Media {
  /** What storing a picture needs. */
  readonly uploads: UploadParts
  /** What sending audio files needs. */
  readonly audio: AudioParts
  /** What sending pictures needs. */
  readonly pictures: PictureParts
  /** Gets ready for somebody who may soon press play. */
  prepareStreams(): void
  /** Tracks in other formats and bit rates, for clients that ask for them. */
  readonly transcodes: TranscodedStreams
}

export async function registerMedia(app: FastifyInstance, parts: MediaParts): Promise<Media> {
  registerHandOver(app, parts)
  const files = new OpenFiles()
  const storage = await openMediaStorage(parts, files)
  app.addHook('onClose', async () => {
    storage.close()
    files.close()
  })
  const buckets = new CollectionBuckets(parts.objectStorage, parts.storageDelivery)
  const collection = openCollection(files, buckets)
  const countFile = limitFileRequests(parts.rateLimitScale)
  const copies = new LocalCopies(buckets, parts.dataDir)
  const cuts = new CutReader(copies)
  app.addHook('onClose', () => cuts.close())
  const audio = { files: collection, cuts, countFile, prepareFile: parts.prepareFile }
  const decoder = new PictureDecoder({ processes: DECODERS, limitMs: DECODE_LIMIT_MS })
  app.addHook('onClose', () => decoder.close())
  const deriver = new PictureDeriver(storage, decoder, DECODERS)
  const titleCovers = new TitleCovers(parts.db)
  const pictures = { db: parts.db, storage, deriver, titleCovers, countFile }
  registerPictures(app, pictures)
  registerDailyMixes(app, countFile)
  const uploads = await registerUploads(app, { ...parts, storage, decoder })
  registerLyrics(app, parts.db)
  registerChapters(app, parts.db)
  registerWaveforms(app, parts.db, parts.onUnanalysed)
  const streamFiles = new OpenFiles()
  const folder = join(parts.dataDir, 'streams')
  const cache = await StreamCache.open(folder, streamFiles, parts.streamCache * MEGABYTE)
  const transcoder = new Transcoder(cache, copies)
  app.addHook('onClose', async () => {
    await transcoder.close()
    streamFiles.close()
  })
  const prepareStreams = registerStreams(app, {
    ...{ ...parts, storage, files: collection, copies, cache, countFile },
    encoders: () => transcoder.encoders,
  })
  const transcodes = new TranscodedStreams({ ...parts, files: collection, transcoder, countFile })
  registerAudio(app, {
    ...{ ...audio, db: parts.db },
    // With its length, so that the browser can seek.
    sendPlayable: (request, reply, trackId) =>
      transcodes.send(request, reply, { trackId, caller: callerKey(request), needsLength: true }),
  })
  return { uploads, audio, pictures, prepareStreams, transcodes }
}
