/** Tags to write into a file. */
export interface FileTags {
  title: string
  /** The track's artists, the main one first. */
  artists: readonly string[]
  album: string
  albumArtist: string
  track: number
  trackTotal: number
  disc: number
  discTotal: number
  /** `YYYY-MM-DD`. */
  date: string
  genres: readonly string[]
  compilation: boolean
  /** ReplayGain 2 (reference -18 LUFS): gain in decibels, peak as a factor. */
  trackGain: number
  trackPeak: number
  albumGain: number
  albumPeak: number
}

const gain = (decibels: number) => `${decibels.toFixed(2)} dB`

/** ReplayGain tags, which both formats store as free text under the same names. */
export function replayGainTags(tags: FileTags): [name: string, value: string][] {
  return [
    ['REPLAYGAIN_TRACK_GAIN', gain(tags.trackGain)],
    ['REPLAYGAIN_TRACK_PEAK', tags.trackPeak.toFixed(6)],
    ['REPLAYGAIN_ALBUM_GAIN', gain(tags.albumGain)],
    ['REPLAYGAIN_ALBUM_PEAK', tags.albumPeak.toFixed(6)],
  ]
}
