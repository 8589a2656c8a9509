import type { Codec } from '@refrain/audio/audio-info'
import { compileOnce } from '../../database/compile-once.ts'
import type { Database } from '../../database/tables.ts'

export interface StoredAudioFile {
  readonly url: string
  readonly codec: Codec
  /** Where the file lies. */
  readonly path: string
  /** The folder of the collection that it belongs to; nothing outside is ever served. */
  readonly root: string
}

const selectSounds = compileOnce<StoredAudioFile>((db, albumId) =>
  db
    .selectFrom('tracks')
    .innerJoin('files', 'files.track_id', 'tracks.id')
    .select(['tracks.url', 'tracks.codec', 'files.path', 'files.root'])
    .where('tracks.album_id', '=', albumId)
    .where('tracks.available', '=', 1)
    .where('files.missing', '=', 0),
)

/** The files of an album that are there. */
export function readAudioFiles(db: Database, albumId: string): Promise<StoredAudioFile[]> {
  return selectSounds(db, albumId)
}
