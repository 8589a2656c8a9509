import type { Codec } from '@refrain/audio/audio-info'
import { compileOnce } from '../../database/compile-once.ts'
import type { Database } from '../../database/tables.ts'
import { filePathOf } from '../cuts/cut-path.ts'

export interface StoredAudioFile {
  readonly trackId: string
  readonly url: string
  /** Of the file, also where a cut of it is sent in another form. */
  readonly codec: Codec
  readonly sample_rate: number
  readonly channels: number
  readonly bit_depth: number
  readonly true_samples: number
  readonly priming_samples: number
  /** Where a cut begins in the file; null for a whole file. */
  readonly first_sample: number | null
  /** Path of the file. */
  readonly path: string
  /** The collection folder that it belongs to; nothing outside is ever served. */
  readonly root: string
}

const COLUMNS = [
  'tracks.id as trackId',
  'tracks.url',
  'tracks.codec',
  'tracks.sample_rate',
  'tracks.channels',
  'tracks.bit_depth',
  'tracks.true_samples',
  'tracks.priming_samples',
  'tracks.first_sample',
  'files.path',
  'files.root',
] as const

const selectSounds = compileOnce<StoredAudioFile>((db, albumId) =>
  db
    .selectFrom('tracks')
    .innerJoin('files', 'files.track_id', 'tracks.id')
    .select(COLUMNS)
    .where('tracks.album_id', '=', albumId)
    .where('tracks.available', '=', 1)
    .where('files.missing', '=', 0),
)

const toFile = (row: StoredAudioFile): StoredAudioFile => ({ ...row, path: filePathOf(row.path) })

/** The available files of an album. */
export async function readAudioFiles(db: Database, albumId: string): Promise<StoredAudioFile[]> {
  return (await selectSounds(db, albumId)).map(toFile)
}

/** The file of a track; undefined if there is no such track or its file is missing. */
export async function findAudioFile(db: Database, trackId: string): Promise<StoredAudioFile | undefined> {
  const row = await db
    .selectFrom('tracks')
    .innerJoin('files', 'files.track_id', 'tracks.id')
    .select(COLUMNS)
    .where('tracks.id', '=', trackId)
    .where('tracks.available', '=', 1)
    .where('files.missing', '=', 0)
    .orderBy('files.path')
    .limit(1)
    .executeTakeFirst()
  return row && toFile(row)
}
