import type { AudioSample } from 'mediabunny'

/** Decoded audio samples in order; the consumer closes each. Whoever opened it disposes of it, which closes the file. */
export interface DecodedAudio extends Disposable {
  readonly sampleRate: number
  readonly samples: AsyncIterable<AudioSample>
}
