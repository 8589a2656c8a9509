import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import {
  ALL_FORMATS,
  AudioSample,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  FlacOutputFormat,
  Input,
  Output,
} from 'mediabunny'
import { expect, it } from 'vitest'
import { alacSamples } from '../testing/alac-samples.ts'
import { decodeFlacFrame } from './decode-flac-frame.ts'

registerFlacEncoder()

/** Frames of two channels, loud and quiet, smooth and rough in turn. */
async function framesOf(sound: Int32Array, bits: 16 | 24): Promise<Uint8Array[]> {
  const target = new BufferTarget()
  const output = new Output({ format: new FlacOutputFormat(), target })
  const source = new AudioSampleSource({ codec: 'flac' })
  output.addAudioTrack(source)
  await output.start()
  await source.add(
    new AudioSample({
      ...(bits === 16
        ? { format: 's16' as const, data: Int16Array.from(sound) }
        : { format: 's32' as const, data: sound.map(sample => sample << 8) as Int32Array<ArrayBuffer> }),
      numberOfChannels: 2,
      sampleRate: 96_000,
      timestamp: 0,
    }),
  )
  await output.finalize()
  const input = new Input({ source: new BufferSource(target.buffer as ArrayBuffer), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  const frames: Uint8Array[] = []
  if (track) for await (const { data } of new EncodedPacketSink(track).packets()) frames.push(data)
  return frames
}

it.each([16, 24] as const)('decodes FLAC of %d bits to the very samples it was made of', async bits => {
  const sound = alacSamples(bits)
  const decoded: number[] = []
  for (const frame of await framesOf(sound, bits)) {
    const [left, right] = decodeFlacFrame(frame, bits)
    left?.forEach((sample, i) => void decoded.push(sample, right?.[i] ?? 0))
  }
  expect(decoded).toEqual(Array.from(sound))
})

it('rejects damaged frames in bounded time', async () => {
  const [frame] = await framesOf(alacSamples(24), 24)
  if (!frame) throw new Error('no frame')
  expect(() => decodeFlacFrame(frame.subarray(0, frame.length / 2), 24)).toThrow()
  expect(() => decodeFlacFrame(frame.subarray(1), 24)).toThrow()
  let seed = 1
  for (let round = 0; round < 50; round++) {
    const damaged = frame.slice()
    for (let i = 0; i < 20; i++) {
      seed = (seed * 48_271) % 2_147_483_647
      damaged[16 + (seed % (frame.length - 16))] = seed & 255
    }
    // Damage that can be decoded gives other sound of the same length.
    try {
      expect(decodeFlacFrame(damaged, 24)[0]).toHaveLength(decodeFlacFrame(frame, 24)[0]?.length ?? 0)
    } catch (error) {
      if (!/FLAC|ends early/.test((error as Error).message)) throw error
    }
  }
})
