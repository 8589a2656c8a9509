import type { IAudioMetadata } from 'music-metadata'

/** Gain in dB, peak relative to full scale; null without a tag. */
export interface Gains {
  readonly trackGain: number | null
  readonly albumGain: number | null
  readonly trackPeak: number | null
  readonly albumPeak: number | null
}

/** Difference between the reference levels: R128 -23 LUFS, ReplayGain -18 (RFC 7845, section 5.2.1). */
const R128_OFFSET = 5
const MAX_GAIN = 64
const MAX_PEAK = 16

/** Loudness tags relative to -18 LUFS. ReplayGain takes precedence over R128. */
export function readGains({ common, native }: IAudioMetadata): Gains {
  const r128 = (name: string) => {
    const value = native.vorbis?.find(tag => tag.id.toUpperCase() === name)?.value
    const steps = typeof value === 'string' && /^[-+]?\d+$/.test(value.trim()) ? Number(value) : Number.NaN
    return bounded(steps / 256 + R128_OFFSET, MAX_GAIN)
  }
  // Some taggers omit the unit: the library then reads a ratio.
  const gain = (value: { dB: number; ratio: number } | undefined, id: string) =>
    value === undefined ? null : bounded(hasUnit(native, id) ? value.dB : value.ratio, MAX_GAIN)
  return {
    trackGain: gain(common.replaygain_track_gain, 'REPLAYGAIN_TRACK_GAIN') ?? r128('R128_TRACK_GAIN'),
    albumGain: gain(common.replaygain_album_gain, 'REPLAYGAIN_ALBUM_GAIN') ?? r128('R128_ALBUM_GAIN'),
    trackPeak: peak(common.replaygain_track_peak?.ratio),
    albumPeak: peak(common.replaygain_album_peak?.ratio),
  }
}

function hasUnit(native: IAudioMetadata['native'], id: string): boolean {
  const tags = Object.values(native).flat()
  const tag = tags.find(one => one.id.toUpperCase().endsWith(id))
  return !(typeof tag?.value === 'string' && /^[-+]?[\d.]+$/.test(tag.value.trim()))
}

function bounded(value: number | undefined, most: number): number | null {
  return value !== undefined && Number.isFinite(value) && Math.abs(value) <= most ? value : null
}

function peak(ratio: number | undefined): number | null {
  const value = bounded(ratio, MAX_PEAK)
  return value !== null && value > 0 ? value : null
}
