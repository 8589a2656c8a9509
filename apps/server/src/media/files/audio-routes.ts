import { findFormat, isPlayedByFfmpeg } from '@refrain/audio/formats'
import { AUDIO_PATH, fetchStreamIndex } from '@refrain/contract/media/streams'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/tables.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { callerKey } from '../../http/limits/rate-limits.ts'
import type { ResponseCache } from '../../http/responses/response-cache.ts'
import type { CutReader } from '../cuts/cut-reader.ts'
import { describeSent } from '../cuts/sent-audio.ts'
import type { CollectionFiles } from '../storage/collection-files.ts'
import { sendMedia } from '../storage/send-media.ts'
import { readAudioFiles, type StoredAudioFile } from './audio-file-store.ts'
import type { CountFile } from './limit-file-requests.ts'
import type { FileAbout } from './response-head.ts'

const MAX_ALBUMS = 200

/** Cacheable, but revalidated each time: the file may change in place. */
const CACHE_CONTROL = 'public, no-cache'

/** What sending an audio file needs. */
export interface AudioParts {
  readonly files: CollectionFiles
  /** Sends cuts of files. */
  readonly cuts: CutReader
  readonly countFile: CountFile
  /** Ensures that a file exists before it is opened. */
  readonly prepareFile: ((path: string) => Promise<void>) | undefined
}

/**
 * Sends a track in a form that browsers play.
 * @returns false if there is no such form: the original is sent
 */
export type SendPlayable = (request: FastifyRequest, reply: FastifyReply, trackId: string) => Promise<boolean>

/** Audio files of the collection. They are looked up in the database, never opened by a path from the request. */
export function registerAudio(
  app: FastifyInstance,
  parts: AudioParts & { readonly db: Database; readonly sendPlayable: SendPlayable },
): void {
  const findAudioFile = createAudioFileFinder(parts.db, app.responseCache)
  app.route<{ Params: { albumId: string; url: string } }>({
    method: ['GET', 'HEAD'],
    url: AUDIO_PATH.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { isFile: true },
    async handler(request, reply) {
      const { albumId, url } = request.params
      const found = isName(albumId) && isName(url) ? await findAudioFile(albumId, url) : undefined
      if (!found) throw new NotFoundError()
      // A cut is sent as WAV.
      const isWhole = found.first_sample === null
      const needsFfmpeg = isWhole && isPlayedByFfmpeg(found.codec)
      if (needsFfmpeg && (await parts.sendPlayable(request, reply, found.trackId))) return
      await sendAudioFile(request, reply, parts, found, { cacheControl: CACHE_CONTROL })
    },
  })
}

/** Sends an audio file, or the range of it that was asked for. @throws NotFoundError if it is not there */
export async function sendAudioFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, cuts, countFile, prepareFile }: AudioParts,
  found: StoredAudioFile,
  about: Omit<FileAbout, 'type'>,
): Promise<void> {
  countFile(request, reply)
  if (prepareFile) await withDeadline(prepareFile(found.path), fetchStreamIndex.timeoutSeconds)
  const file = await files.open(found.path, found.root)
  if (!file) throw new NotFoundError('This file is not there at the moment.')
  // The file name's extension may be wrong.
  const { codec } = describeSent(found, file.size)
  const type = findFormat(codec)?.contentType(found.url) ?? 'application/octet-stream'
  const { first_sample } = found
  if (first_sample === null) return sendMedia(request, reply, file, { type, isStream: true, ...about })
  const cut = cuts.open({ ...found, first_sample }, file, callerKey(request))
  file.release()
  await sendMedia(request, reply, cut, { type, isStream: true, ...about })
}

/** Characters that both databases store as text. */
const isName = (text: string) => text.length > 0 && text.length <= 512 && !text.includes('\0')

/**
 * Finds the file of an album by its name. Players request many ranges of a file, so an album's files are
 * cached until the catalogue changes.
 */
export function createAudioFileFinder(db: Database, responseCache: ResponseCache) {
  const albums = new LRUCache<string, Promise<Map<string, StoredAudioFile>>>({ max: MAX_ALBUMS })
  let version = 0

  return async (albumId: string, url: string): Promise<StoredAudioFile | undefined> => {
    if (!responseCache.isFresh) await responseCache.refresh()
    if (version !== responseCache.version) albums.clear()
    version = responseCache.version
    let album = albums.get(albumId)
    if (!album) {
      album = readAlbum(db, albumId)
      albums.set(albumId, album)
    }
    try {
      return (await album).get(url)
    } catch (error) {
      if (albums.peek(albumId) === album) albums.delete(albumId)
      throw error
    }
  }
}

/** If the same audio exists twice, the first path counts. */
async function readAlbum(db: Database, albumId: string): Promise<Map<string, StoredAudioFile>> {
  const files = await readAudioFiles(db, albumId)
  const falling = files.toSorted((a, b) => (a.path < b.path ? 1 : -1))
  return new Map(falling.map(file => [file.url, file]))
}
