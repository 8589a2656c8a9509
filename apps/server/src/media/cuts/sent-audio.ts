import type { Codec } from '@refrain/audio/audio-info'
import { type WavForm, wavSize } from '@refrain/audio/pcm/wav-form'

/** What is known of a track's audio. */
interface KnownAudio {
  readonly codec: Codec
  readonly sample_rate: number
  readonly channels: number
  readonly bit_depth: number
  readonly true_samples: number
  readonly first_sample: number | null
}

/** A cut as it is sent at its address: as WAV, whose bytes can be computed in any range. */
export const wavOf = (track: Omit<KnownAudio, 'codec'>): WavForm => ({
  sampleRate: track.sample_rate,
  channels: track.channels,
  bits: track.bit_depth > 16 ? 24 : 16,
  samples: track.true_samples,
})

/** Codec and bytes of what is sent at the address of a track: its file, or of a cut a WAV. @param size of the file */
export function describeSent(
  track: KnownAudio,
  size: number,
): { readonly codec: Codec; readonly size: number } {
  const { codec, first_sample } = track
  return first_sample === null ? { codec, size } : { codec: 'pcm', size: wavSize(wavOf(track)) }
}
