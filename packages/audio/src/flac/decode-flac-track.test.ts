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
import type { Packet, PacketTrack } from '../rendition/mux.ts'
import { alacSamples } from '../testing/alac-samples.ts'
import { decodeFlacTrack } from './decode-flac-track.ts'

registerFlacEncoder()

const RATE = 96_000

type FlacTrack = PacketTrack & { readonly packets: Packet[] }

/** A track of two interleaved channels. */
async function encode(samples: Int32Array, bits: 16 | 24): Promise<FlacTrack> {
  const target = new BufferTarget()
  const output = new Output({ format: new FlacOutputFormat(), target })
  const source = new AudioSampleSource({ codec: 'flac' })
  output.addAudioTrack(source)
  await output.start()
  const sample = new AudioSample({
    ...(bits === 16
      ? { format: 's16' as const, data: Int16Array.from(samples) }
      : { format: 's32' as const, data: samples.map(value => value << 8) as Int32Array<ArrayBuffer> }),
    numberOfChannels: 2,
    sampleRate: RATE,
    timestamp: 0,
  })
  await source.add(sample)
  sample.close()
  await output.finalize()
  const input = new Input({ source: new BufferSource(target.buffer as ArrayBuffer), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error('The encoder has written no track.')
  const packets: Packet[] = []
  for await (const { data, duration } of new EncodedPacketSink(track).packets()) {
    packets.push({ data, samples: Math.round(duration * RATE) })
  }
  return { codec: 'flac', mime: '', config, packets, [Symbol.dispose]: () => input.dispose() }
}

/** Interleaved samples of `bits`. */
async function decode(track: PacketTrack, bits: number): Promise<number[]> {
  const decoded: number[] = []
  for await (const sample of decodeFlacTrack(track).samples) {
    const [left, right] = [0, 1].map(planeIndex => {
      const plane = new Int32Array(sample.numberOfFrames)
      sample.copyTo(plane, { planeIndex, format: 's32-planar' })
      return plane
    })
    left?.forEach((value, i) => void decoded.push(value >> (32 - bits), right![i]! >> (32 - bits)))
    sample.close()
  }
  return decoded
}

/** Steps between the extremes, then values across the whole range. */
function extremes(bits: 16 | 24): Int32Array {
  const max = 2 ** (bits - 1) - 1
  return Int32Array.from({ length: 40_000 }, (_, i) =>
    i < 8_000 ? [max, -max - 1, max - 1, -max, 1, -1, 0, max][i % 8]! : Math.trunc(max * Math.cos(i * i)),
  )
}

it.each([16, 24] as const)('decodes FLAC of %d bits to the very samples it was made of', async bits => {
  for (const samples of [alacSamples(bits), extremes(bits)]) {
    expect(await decode(await encode(samples, bits), bits)).toEqual(Array.from(samples))
  }
})

it('decodes the last frame although a tag follows it', async () => {
  const samples = alacSamples(16)
  const track = await encode(samples, 16)
  const { data, samples: length } = track.packets.pop()!
  track.packets.push({ data: Buffer.concat([data, Buffer.alloc(128, 'TAG')]), samples: length })
  expect(await decode(track, 16)).toEqual(Array.from(samples))
})

it('replaces damaged frames by silence of their length, and decodes those after them', async () => {
  const samples = extremes(16)
  const track = await encode(samples, 16)
  const [first, second, ...rest] = track.packets
  const damaged = second!.data.slice()
  damaged[damaged.length >> 1]! ^= 1
  const cut = first!.data.subarray(0, first!.data.length - 9)
  const noHeader = rest[0]!.data.slice()
  noHeader[0] = 0
  const packets = [
    { data: cut, samples: first!.samples },
    { data: damaged, samples: second!.samples },
    { data: noHeader, samples: rest[0]!.samples },
    ...rest.slice(1),
  ]
  const silent = 2 * (first!.samples + second!.samples + rest[0]!.samples)
  const expected = Array.from(samples).fill(0, 0, silent)
  expect(packets.length).toBeGreaterThan(3)
  expect(await decode({ ...track, packets }, 16)).toEqual(expected)
})

it('refuses more than 24 bits per sample', async () => {
  const track = await encode(alacSamples(24), 24)
  const header = new Uint8Array(track.config.description as Uint8Array).slice()
  header[20]! |= 1
  header[21]! |= 0xf0
  expect(() => decodeFlacTrack({ ...track, config: { ...track.config, description: header } })).toThrow(
    'FLAC of 32 bits',
  )
})
