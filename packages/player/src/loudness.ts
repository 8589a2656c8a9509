import type { OutputSound } from './output.ts'
import type { StreamGain } from './stream-index.ts'

/** Gains are told against -18 LUFS; what is aimed at is -14, see docs/decisions/014. */
const TARGET_DB = 4
/** No track is made louder by more: what is that quiet is meant to be, or not known well. */
const MOST_DB = 12
/** Nor quieter by more: nothing is so loud, whatever a tag claims. */
const LEAST_DB = -24
/** Making a track this little louder is not heard, and not worth a way through Web Audio. */
const LEAST_BOOST_DB = 1

/**
 * What a track's samples are multiplied by to be as loud as the others; never so much that its peaks clip.
 * 1 where its loudness is not known: then it sounds as it is.
 */
export function loudnessFactor(gain: StreamGain | undefined, mode: OutputSound['gain']): number {
  if (!gain || mode === 'off') return 1
  const isAlbum = mode === 'album' && gain.album !== null
  const decibels = isAlbum ? gain.album : (gain.track ?? gain.album)
  if (decibels === null || !Number.isFinite(decibels)) return 1
  const peak = (isAlbum ? gain.albumPeak : gain.trackPeak) ?? 0
  const wanted = Math.min(decibels + TARGET_DB, MOST_DB, peak > 0 ? -toDecibels(peak) : MOST_DB)
  return wanted > 0 && wanted < LEAST_BOOST_DB ? 1 : 10 ** (Math.max(wanted, LEAST_DB) / 20)
}

function toDecibels(share: number): number {
  return 20 * Math.log10(share)
}
