import { integratePacked } from '@refrain/audio/loudness/block-counts'
import type { ReplayGain } from '@refrain/contract/media/streams'
import type { Database } from '../../database/tables.ts'

/** What gains are against, in LUFS (ReplayGain 2). */
const REFERENCE = -18
/** In LUFS, either way: what is beyond was measured of something that is no sound. */
const MOST_LOUDNESS = 70

/** A count that goes up with every analysis and every change of the catalogue. */
export async function readSoundVersion(db: Database): Promise<number> {
  const { version, sound_version } = await db
    .selectFrom('catalogue_version')
    .select(['version', 'sound_version'])
    .executeTakeFirstOrThrow()
  return version + sound_version
}

/** The loudness that a track's tags tell; null where they do not. */
export interface TaggedGains {
  readonly id: string
  readonly album_id: string
  readonly track_gain: number | null
  readonly album_gain: number | null
  readonly track_peak: number | null
  readonly album_peak: number | null
}

/** How loud a track and its album are: as its tags say, else as measured. */
export async function readGain(db: Database, track: TaggedGains): Promise<ReplayGain> {
  const tagged = {
    track: track.track_gain,
    album: track.album_gain,
    trackPeak: track.track_peak,
    albumPeak: track.album_peak,
  }
  if (Object.values(tagged).every(value => value !== null)) return tagged
  const heard = await db
    .selectFrom('tracks')
    .leftJoin('sound_analyses', 'sound_analyses.track_id', 'tracks.id')
    .select(['tracks.id', 'sound_analyses.loudness', 'sound_analyses.peak', 'sound_analyses.blocks'])
    .where('tracks.album_id', '=', track.album_id)
    .where('tracks.available', '=', 1)
    .execute()
  const own = heard.find(row => row.id === track.id)
  // An album is measured once all of it is heard: a gain that moves from track to track would be heard.
  const whole = heard.every(row => row.blocks !== null)
  const blocks = heard.flatMap(row => row.blocks ?? [])
  const peaks = heard.flatMap(row => row.peak ?? [])
  return {
    track: tagged.track ?? gainOf(own?.loudness),
    album: tagged.album ?? (whole ? gainOf(integratePacked(blocks)) : null),
    trackPeak: tagged.trackPeak ?? rounded(own?.peak),
    albumPeak: tagged.albumPeak ?? (whole && peaks.length > 0 ? rounded(Math.max(...peaks)) : null),
  }
}

function gainOf(loudness: number | null | undefined): number | null {
  if (loudness === null || loudness === undefined || !(Math.abs(loudness) <= MOST_LOUDNESS)) return null
  return Math.round((REFERENCE - loudness) * 100) / 100
}

function rounded(peak: number | null | undefined): number | null {
  return peak === null || peak === undefined ? null : Math.round(peak * 1e6) / 1e6
}
