import type { AudioSample } from 'mediabunny'

/** Sound as samples, in order; whoever takes them closes them. */
export interface DecodedAudio {
  readonly sampleRate: number
  readonly samples: AsyncIterable<AudioSample>
}
