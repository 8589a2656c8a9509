/** What is written into a sample file, in the words of the tag formats. */
export interface SampleTags {
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
  /** ReplayGain 2 against -18 LUFS: decibels and highest sample. */
  trackGain: number
  trackPeak: number
  albumGain: number
  albumPeak: number
}

const gain = (decibels: number) => `${decibels.toFixed(2)} dB`

/** ReplayGain and the like, which both formats write as free text under the same names. */
export function freeTags(tags: SampleTags): [name: string, value: string][] {
  return [
    ['REPLAYGAIN_TRACK_GAIN', gain(tags.trackGain)],
    ['REPLAYGAIN_TRACK_PEAK', tags.trackPeak.toFixed(6)],
    ['REPLAYGAIN_ALBUM_GAIN', gain(tags.albumGain)],
    ['REPLAYGAIN_ALBUM_PEAK', tags.albumPeak.toFixed(6)],
  ]
}
