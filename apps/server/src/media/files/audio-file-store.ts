import type { Codec } from '@refrain/audio/audio-info'
import { compileOnce } from '../../database/compile-once.ts'
import type { Database } from '../../database/tables.ts'

export interface StoredAudioFile {
  readonly trackId: string
  readonly url: string
  readonly codec: Codec
  /** Path of the file. */
  readonly path: string
  /** The collection folder that it belongs to; nothing outside is ever served. */
  readonly root: string
}

const selectSounds = compileOnce<StoredAudioFile>((db, albumId) =>
  db
    .selectFrom('tracks')
    .innerJoin('files', 'files.track_id', 'tracks.id')
    .select(['tracks.id as trackId', 'tracks.url', 'tracks.codec', 'files.path', 'files.root'])
    .where('tracks.album_id', '=', albumId)
    .where('tracks.available', '=', 1)
    .where('files.missing', '=', 0),
)

/** The available files of an album. */
export function readAudioFiles(db: Database, albumId: string): Promise<StoredAudioFile[]> {
  return selectSounds(db, albumId)
}

/** The file of a track; undefined if there is no such track or its file is missing. */
export function findAudioFile(db: Database, trackId: string): Promise<StoredAudioFile | undefined> {
  return db
    .selectFrom('tracks')
    .innerJoin('files', 'files.track_id', 'tracks.id')
    .select(['tracks.id as trackId', 'tracks.url', 'tracks.codec', 'files.path', 'files.root'])
    .where('tracks.id', '=', trackId)
    .where('tracks.available', '=', 1)
    .where('files.missing', '=', 0)
    .orderBy('files.path')
    .limit(1)
    .executeTakeFirst()
}
