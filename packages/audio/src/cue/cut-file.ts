import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import { shortId } from '../bytes/audio-id.ts'
import { decodedRate } from '../ffmpeg/read-dsd-info.ts'
import { resampledLength } from '../samples/resample.ts'
import type { CueFile, CueTrack } from './cue-sheet.ts'

/** A part of a file that is a track of its own, in samples of the decoded file. */
export interface Cut {
  readonly first: number
  readonly samples: number
  readonly track: CueTrack
}

/** What stands before the first track for longer is one of its own, in seconds: the usual gap is two. */
const LONGEST_GAP = 4
/** What DSD is decoded to. */
const DSD_BITS = 24
const HIDDEN_TITLE = 'Hidden track'

/** The audio in whose samples a file is cut: what is decoded, which of DSD has a lower rate and more bits. */
export function asDecoded(audio: AudioInfo): AudioInfo {
  if (audio.codec !== 'dsd') return audio
  const sampleRate = decodedRate(audio.sampleRate)
  const trueSamples = resampledLength(audio.trueSamples, audio.sampleRate, sampleRate)
  return { ...audio, sampleRate, trueSamples, bitDepth: DSD_BITS }
}

/**
 * Where the tracks of a file begin and end: each where the next one begins, so that gaps (INDEX 00) end the track before
 * them and nothing of the file is lost. A short gap before the first track begins it; a longer one is a hidden track.
 * @param audio as `asDecoded` gives it
 * @throws UnreadableError if the sheet does not fit the file
 */
export function cutFile({ tracks }: CueFile, audio: Pick<AudioInfo, 'sampleRate' | 'trueSamples'>): Cut[] {
  const { sampleRate, trueSamples } = audio
  const [opening] = tracks
  const gap = opening?.start ?? 0
  const hidden = { ...opening!, number: 0, title: HIDDEN_TITLE, isrc: '', start: 0 }
  const all =
    gap > LONGEST_GAP
      ? [{ ...hidden, trackGain: null, trackPeak: null }, ...tracks]
      : tracks.map(track => (track === opening ? { ...track, start: 0 } : track))
  const starts = all.map(({ start }) => Math.round(start * sampleRate))
  return all.flatMap((track, n) => {
    const first = starts[n]!
    const end = starts[n + 1] ?? trueSamples
    if (first >= trueSamples)
      throw new UnreadableError(`its track ${track.number} begins behind the end of the file`)
    if (end <= first) throw new UnreadableError(`its track ${track.number} ends before it begins`)
    return track.isAudio ? [{ first, samples: Math.min(end, trueSamples) - first, track }] : []
  })
}

/** The audio of a cut, from the audio as it is decoded. Its id is made of the file's and where it begins, so that names and ends may change. */
export function cutAudio(audio: AudioInfo, { first, samples }: Cut): AudioInfo {
  return {
    ...audio,
    trueSamples: samples,
    bitDepth: audio.bitDepth > 16 ? 24 : 16,
    audioId: shortId(`cut ${first} of ${audio.audioId}`),
  }
}
