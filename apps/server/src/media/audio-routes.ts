import { AUDIO_PATH } from '@refrain/contract/media'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { NotFoundError } from '../http/errors.ts'
import { limitRate } from '../http/limit-rate.ts'
import { rememberSounds } from './find-sound.ts'
import { limitStreams } from './limit-streams.ts'
import type { OpenFiles } from './open-files.ts'
import { sendFile } from './send-file.ts'

/** A player takes a file in many ranges. */
const RANGES_PER_MINUTE = 6_000
const BY_EXTENSION: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
}
/** Kept by whoever wants, and asked about each time: the file may change where it lies. */
const CACHE_CONTROL = 'public, no-cache'

/**
 * Sound files, where they lie in the collection (MED-01): found in the database, never by a path that
 * a caller wrote.
 */
export function registerAudio(
  app: FastifyInstance,
  parts: { db: Database; files: OpenFiles; prepareFile: ((path: string) => Promise<void>) | undefined },
): void {
  const findSound = rememberSounds(parts.db, app.answers)
  const countStream = limitStreams(app.rateLimitScale)
  app.route<{ Params: { albumId: string; url: string } }>({
    method: ['GET', 'HEAD'],
    url: AUDIO_PATH.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: limitRate(RANGES_PER_MINUTE),
    async handler(request, reply) {
      const { albumId, url } = request.params
      const sound = isName(albumId) && isName(url) ? await findSound(albumId, url) : undefined
      if (!sound) throw new NotFoundError()
      countStream(request, reply)
      await parts.prepareFile?.(sound.path)
      const file = await parts.files.open(sound.path, sound.root)
      if (!file) throw new NotFoundError('This file is not there at the moment.')
      sendFile(request, reply, file, { type: typeOf(url), cacheControl: CACHE_CONTROL })
    },
  })
}

/** What a database takes as text and no file name lacks. */
const isName = (text: string) => text.length > 0 && text.length <= 512 && !text.includes('\0')

function typeOf(url: string): string {
  const extension = url.slice(url.lastIndexOf('.') + 1).toLowerCase()
  return BY_EXTENSION[extension] ?? 'application/octet-stream'
}
