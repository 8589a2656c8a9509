import { integratePacked } from '@refrain/audio/loudness/block-counts'
import type { ReplayGain } from '@refrain/contract/media/streams'
import type { Database } from '../../database/tables.ts'

/** Reference loudness in LUFS (ReplayGain 2). */
const REFERENCE = -18
/** In LUFS, either way: values beyond were not measured on music. */
const MAX_LOUDNESS = 70

/** Increases with every analysis and every change of the catalogue. */
export async function readSoundVersion(db: Database): Promise<number> {
  const { version, sound_version } = await db
    .selectFrom('catalogue_version')
    .select(['version', 'sound_version'])
    .executeTakeFirstOrThrow()
  return version + sound_version
}

/** Loudness from the track's tags; null if they have none. */
export interface TaggedGains {
  readonly id: string
  readonly album_id: string
  readonly track_gain: number | null
  readonly album_gain: number | null
  readonly track_peak: number | null
  readonly album_peak: number | null
}

/** Loudness of a track and its album: from tags, else measured. */
export async function readGain(db: Database, track: TaggedGains): Promise<ReplayGain> {
  const tagged = {
    track: track.track_gain,
    album: track.album_gain,
    trackPeak: track.track_peak,
    albumPeak: track.album_peak,
  }
  if (Object.values(tagged).every(value => value !== null)) return tagged
  const analyses = await db
    .selectFrom('tracks')
    .leftJoin('sound_analyses', 'sound_analyses.track_id', 'tracks.id')
    .select(['tracks.id', 'sound_analyses.loudness', 'sound_analyses.peak', 'sound_analyses.blocks'])
    .where('tracks.album_id', '=', track.album_id)
    .where('tracks.available', '=', 1)
    .execute()
  const own = analyses.find(row => row.id === track.id)
  // Album loudness needs all tracks analysed: a gain that changes from track to track would be audible.
  const whole = analyses.every(row => row.blocks !== null)
  const blocks = analyses.flatMap(row => row.blocks ?? [])
  const peaks = analyses.flatMap(row => row.peak ?? [])
  return {
    track: tagged.track ?? gainOf(own?.loudness),
    album: tagged.album ?? (whole ? gainOf(integratePacked(blocks)) : null),
    trackPeak: tagged.trackPeak ?? rounded(own?.peak),
    albumPeak: tagged.albumPeak ?? (whole && peaks.length > 0 ? rounded(Math.max(...peaks)) : null),
  }
}

/** The gain in dB that brings a track to the reference loudness; null if it cannot be told. */
export function gainOf(loudness: number | null | undefined): number | null {
  if (loudness === null || loudness === undefined || !(Math.abs(loudness) <= MAX_LOUDNESS)) return null
  return Math.round((REFERENCE - loudness) * 100) / 100
}

/** To six digits. */
export function rounded(peak: number | null | undefined): number | null {
  return peak === null || peak === undefined ? null : Math.round(peak * 1e6) / 1e6
}
