import type { AudioSample } from 'mediabunny'

/** Decoded audio samples in order; the consumer closes each. */
export interface DecodedAudio {
  readonly sampleRate: number
  readonly samples: AsyncIterable<AudioSample>
}
