import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import { AudioSampleSource } from 'mediabunny'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { lowerRate } from '../samples/lower-rate.ts'
import { openMuxer } from './mux.ts'
import { MAX_STREAM_RATE, type RenditionUpdate } from './rendition.ts'

/**
 * Encodes audio as FLAC, lossless up to 24 bits. Rates above 48 kHz are lowered.
 * @throws Error if the rate cannot be lowered or the samples cannot be read
 */
export async function renderAsFlac(
  given: DecodedAudio,
  output: string,
  onUpdate: (update: RenditionUpdate) => void,
): Promise<void> {
  const { sampleRate, samples } = given.sampleRate > MAX_STREAM_RATE ? lowerRate(given) : given
  registerFlacEncoder()
  const muxer = openMuxer(output, { mime: 'audio/mp4; codecs="flac"', sampleRate }, onUpdate)
  try {
    const source = new AudioSampleSource({ codec: 'flac' })
    muxer.output.addAudioTrack(source)
    await muxer.output.start()
    for await (const sample of samples) {
      await source.add(sample).finally(() => sample.close())
      muxer.tellWritten()
    }
    await muxer.finish()
  } finally {
    muxer.close()
  }
}
