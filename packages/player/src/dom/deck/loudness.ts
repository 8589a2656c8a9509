import type { OutputSettings } from '../../output/output.ts'
import type { StreamGain } from '../../streams/stream-index.ts'

/** Gains are relative to -18 LUFS; the target is -14, see docs/decisions/014. */
const TARGET_DB = 4
/** Tracks that would need more are quiet on purpose or badly measured. */
const MAX_GAIN_DB = 12
/** No recording needs less, whatever its tags claim. */
const MIN_GAIN_DB = -24
/** A smaller boost is inaudible and not worth routing the audio through Web Audio. */
const MIN_BOOST_DB = 1

/**
 * The factor that brings a track to the target loudness without clipping its peaks. 1 if its loudness is unknown.
 */
export function loudnessFactor(gain: StreamGain | undefined, mode: OutputSettings['gain']): number {
  if (!gain || mode === 'off') return 1
  const isAlbum = mode === 'album' && gain.album !== null
  const decibels = isAlbum ? gain.album : (gain.track ?? gain.album)
  if (decibels === null || !Number.isFinite(decibels)) return 1
  const peak = (isAlbum ? gain.albumPeak : gain.trackPeak) ?? 0
  const wanted = Math.min(decibels + TARGET_DB, MAX_GAIN_DB, peak > 0 ? -toDecibels(peak) : MAX_GAIN_DB)
  return wanted > 0 && wanted < MIN_BOOST_DB ? 1 : 10 ** (Math.max(wanted, MIN_GAIN_DB) / 20)
}

function toDecibels(ratio: number): number {
  return 20 * Math.log10(ratio)
}
