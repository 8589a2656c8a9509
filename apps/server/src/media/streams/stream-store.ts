import type { Codec } from '@refrain/audio/audio-info'
import type { Database } from '../../database/tables.ts'
import { filePathOf } from '../cuts/cut-path.ts'

export interface StreamTrack {
  readonly id: string
  readonly album_id: string
  readonly url: string
  readonly codec: Codec
  readonly sample_rate: number
  readonly channels: number
  /** 0 if it is lossy or not known. */
  readonly bit_depth: number
  readonly true_samples: number
  readonly priming_samples: number
  /** Where a cut begins in the file; null for a whole file. */
  readonly first_sample: number | null
  readonly track_gain: number | null
  readonly album_gain: number | null
  readonly track_peak: number | null
  readonly album_peak: number | null
  /** Path of the audio file. */
  readonly path: string
  /** The collection folder that it belongs to. */
  readonly root: string
}

/** A track with its audio file; undefined if there is no such track or its file is missing. */
export async function readStreamTrack(db: Database, trackId: string): Promise<StreamTrack | undefined> {
  const row = await db
    .selectFrom('tracks')
    .innerJoin('files', 'files.track_id', 'tracks.id')
    .select([
      'tracks.id',
      'tracks.album_id',
      'tracks.url',
      'tracks.codec',
      'tracks.sample_rate',
      'tracks.channels',
      'tracks.bit_depth',
      'tracks.true_samples',
      'tracks.priming_samples',
      'tracks.first_sample',
      'tracks.track_gain',
      'tracks.album_gain',
      'tracks.track_peak',
      'tracks.album_peak',
      'files.path',
      'files.root',
    ])
    .where('tracks.id', '=', trackId)
    .where('files.missing', '=', 0)
    .orderBy('files.path')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, path: filePathOf(row.path) }
}
