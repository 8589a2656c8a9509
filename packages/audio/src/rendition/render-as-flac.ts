import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import { AudioSampleSource } from 'mediabunny'
import { encodeFlacPackets } from '../flac/encode-flac-packets.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { lowerRate } from '../samples/lower-rate.ts'
import { mixToStereo } from '../samples/mix-to-stereo.ts'
import { muxPackets, openMuxer } from './mux.ts'
import { MAX_STREAM_RATE, type RenditionUpdate } from './rendition.ts'

/** Rates up to 48 kHz that the library's encoder takes, which compresses better than ours. */
const ENCODER_RATES = new Set([8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])

/**
 * Encodes audio as FLAC, lossless up to 24 bits. Rates above 48 kHz are lowered, and surround sound is mixed to stereo, since not
 * every browser plays it.
 * @throws Error if the rate cannot be lowered or the samples cannot be read
 */
export async function renderAsFlac(
  given: DecodedAudio,
  output: string,
  onUpdate: (update: RenditionUpdate) => void,
): Promise<void> {
  const mixed = mixToStereo(given)
  const sound = mixed.sampleRate > MAX_STREAM_RATE ? lowerRate(mixed) : mixed
  if (ENCODER_RATES.has(sound.sampleRate)) await encodeByLibrary(sound, output, onUpdate)
  else await muxPackets(await encodeFlacPackets(sound), output, onUpdate)
}

async function encodeByLibrary(
  { sampleRate, samples }: DecodedAudio,
  output: string,
  onUpdate: (update: RenditionUpdate) => void,
): Promise<void> {
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
