import type { Codec } from '@refrain/audio/audio-info'
import type { Database } from '../../database/tables.ts'

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
export function readStreamTrack(db: Database, trackId: string): Promise<StreamTrack | undefined> {
  return db
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
}
