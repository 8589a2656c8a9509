import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { readAudioInfo } from '../formats.ts'
import { analyseAudio } from '../loudness/analyse-audio.ts'
import type { Fragment } from '../rendition/rendition.ts'
import { type FlacShape, makeFlac } from '../testing/make-flac.ts'
import { openRendition } from '../testing/open-rendition.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { decodeFlacFrame } from './decode-flac-frame.ts'
import { decodeFlacTrack, readFlacBits } from './decode-flac-track.ts'
import { flac } from './flac-codec.ts'
import { parseFlacFrameHeader } from './flac-frame-header.ts'
import { readFlacStream } from './flac-stream.ts'
import { readFlacFrames } from './read-flac-frames.ts'

const LENGTH = 10_000

/** A tone, a pause and the extremes of what the bits hold. */
function sound(bits: number, length = LENGTH): Int32Array {
  const most = 2 ** (bits - 1) - 1
  return Int32Array.from({ length }, (_, i) => {
    if (i < 50) return [most, -most - 1, 0, 1, -1][i % 5]!
    return i < length / 2 ? Math.round(most * 0.3 * Math.sin(i / 20)) : 0
  })
}

function save(bytes: Uint8Array) {
  const path = join(temporaryFolder(), 'sound.flac')
  writeFileSync(path, bytes)
  return { ...readAudioInfo(memoryBytes(bytes)), path }
}

async function decode(bytes: Uint8Array): Promise<number[]> {
  using decoded = await flac.decode(save(bytes))
  const values: number[] = []
  for await (const sample of decoded.samples) {
    const plane = new Int32Array(sample.numberOfFrames)
    sample.copyTo(plane, { planeIndex: 0, format: 's32-planar' })
    for (const value of plane) values.push(value)
    sample.close()
  }
  return values
}

const shifted = (samples: Int32Array, bits: number) => Array.from(samples, value => value << (32 - bits))

it.each([
  [24, 192_000, 2, 2, 48_000],
  [24, 96_000, 6, 2, 48_000],
  [16, 44_100, 6, 2, 44_100],
  [16, 44_100, 1, 1, 44_100],
])(
  'streams FLAC of %d bits at %d Hz with %d channels as %d channels at %d Hz',
  async (bits, rate, channels, played, playedRate) => {
    const planes = Array.from({ length: channels }, () => sound(bits))
    const source = save(makeFlac(planes, { bits, rate })).path
    const output = `${source}.mp4`
    const job = { source, output, codec: 'flac', trueSamples: LENGTH, inContainer: false } as const
    await flac.stream(job, () => {})
    using track = await openRendition(output)
    expect(track.config).toMatchObject({ numberOfChannels: played, sampleRate: playedRate })
  },
)

it.each([
  [20, 96_000],
  [20, 44_100],
  [12, 48_000],
  [15, 88_200],
  [8, 8_000],
  [23, 192_000],
])('decodes FLAC of %d bits at %d Hz exactly', async (bits, rate) => {
  const samples = sound(bits)
  const bytes = makeFlac([samples], { bits, rate })
  expect(await decode(bytes)).toEqual(shifted(samples, bits))
  const analysis = await analyseAudio(save(bytes))
  expect(analysis.peak).toBeCloseTo(1, 1)
})

describe.each<[string, FlacShape]>([
  ['an odd rate', { bits: 16, rate: 39_000 }],
  ['blocks of 16 samples', { bits: 16, rate: 44_100, blockSize: 16 }],
  ['blocks of 65,535 samples', { bits: 16, rate: 44_100, blockSize: 65_535 }],
  ['no number of samples', { bits: 16, rate: 44_100, isCounted: false }],
  ['a wrong size of the largest frame', { bits: 16, rate: 44_100, maxFrame: 40 }],
  ['unmarked numbers of samples', { bits: 16, rate: 44_100, isCounted: false, isOldVariable: true }],
])('FLAC with %s', (_what, shape) => {
  const samples = sound(16, 70_000)
  const bytes = makeFlac([samples], shape)

  it('has its length', () => {
    expect(readAudioInfo(memoryBytes(bytes)).trueSamples).toBe(70_000)
  })

  it('is decoded and analysed', async () => {
    expect(await decode(bytes)).toEqual(shifted(samples, 16))
    expect(Math.max(...(await analyseAudio(save(bytes))).waveform)).toBeGreaterThan(0)
  })

  it('is streamed to its end', async () => {
    const file = save(bytes)
    const fragments: Fragment[] = []
    const job = { source: file.path, codec: 'flac' as const, trueSamples: 70_000, inContainer: false }
    await flac.stream({ ...job, output: `${file.path}.mp4` }, update => {
      fragments.push(...update.rendition.fragments)
    })
    const [, , last] = fragments.at(-1)!
    // The last fragments have less than a second.
    expect(last).toBeGreaterThan(70_000 - Math.max(shape.rate, shape.blockSize ?? 0))
  })
})

it.each([12, 20])('is streamed in 24 bits where it has %d', async bits => {
  const samples = sound(bits)
  const file = save(makeFlac([samples], { bits, rate: 44_100 }))
  const output = `${file.path}.mp4`
  const job = { source: file.path, codec: 'flac' as const, trueSamples: LENGTH, output, inContainer: false }
  await flac.stream(job, () => {})
  using track = await openRendition(output)
  expect(readFlacBits(track.config.description)).toBe(24)
  const streamed: number[] = []
  for await (const sample of decodeFlacTrack(track).samples) {
    const plane = new Int32Array(sample.numberOfFrames)
    sample.copyTo(plane, { planeIndex: 0, format: 's32-planar' })
    streamed.push(...plane)
    sample.close()
  }
  expect(streamed).toEqual(shifted(samples, bits))
})

describe('the last frame', () => {
  const samples = sound(16, 4_096 * 3)
  const bytes = makeFlac([samples], { bits: 16, rate: 44_100 })

  it('counts although it is silent and takes few bytes', async () => {
    const decoded = await decode(bytes)
    expect(decoded).toHaveLength(samples.length)
  })

  it.each([
    ['zeros', Buffer.alloc(2_000)],
    ['a tag', Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])],
    ['what looks like frames', Buffer.alloc(2_000, Buffer.of(0xff, 0xf8))],
    ['more zeros than are searched at first', Buffer.alloc(300_000)],
  ])('is whole although %s follow it', async (_what, junk) => {
    const padded = Buffer.concat([bytes, junk])
    expect(readAudioInfo(memoryBytes(padded)).trueSamples).toBe(samples.length)
    expect(await decode(padded)).toEqual(shifted(samples, 16))
    const stream = readFlacStream(memoryBytes(padded))
    const frames = Array.from(readFlacFrames(memoryBytes(padded), stream))
    expect(frames.reduce((sum, { data }) => sum + data.length, 0)).toBe(bytes.length - stream.start)
  })
})

it('counts from the first frame that is left of a longer stream', () => {
  const shape = { bits: 16, rate: 44_100, isCounted: false }
  const whole = makeFlac([sound(16, 4_096 * 4)], shape)
  const { start } = readFlacStream(memoryBytes(whole))
  const [first] = readFlacFrames(memoryBytes(whole), readFlacStream(memoryBytes(whole)))
  const rest = Buffer.concat([whole.subarray(0, start), whole.subarray(start + first!.data.length)])
  expect(readAudioInfo(memoryBytes(rest)).trueSamples).toBe(4_096 * 3)
})

it('finds the frames around a gap and around foreign bytes', async () => {
  const samples = sound(16, 4_096 * 4)
  const bytes = makeFlac([samples], { bits: 16, rate: 44_100 })
  const stream = readFlacStream(memoryBytes(bytes))
  const [first] = readFlacFrames(memoryBytes(bytes), stream)
  const at = stream.start + first!.data.length
  const inserted = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(999, 0xff), bytes.subarray(at)])
  expect(await decode(inserted)).toEqual(shifted(samples, 16))
  const cut = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 9)])
  const expected = shifted(samples, 16)
  expect(await decode(cut)).toEqual([...expected.slice(0, 4_096), ...expected.slice(2 * 4_096)])
})

it('refuses damaged frames, and never reads beyond their bytes', () => {
  const bytes = makeFlac([sound(16, 512)], { bits: 16, rate: 44_100 })
  const frame = Uint8Array.from(bytes.subarray(readFlacStream(memoryBytes(bytes)).start))
  const header = parseFlacFrameHeader(frame, 0)!
  for (let length = header.end; length < frame.length; length++) {
    expect(() => decodeFlacFrame(frame.subarray(0, length), header, 16)).toThrow(RangeError)
  }
})

it('searches no further than a frame can be long, so that headers without frames take no time for each other', () => {
  const whole = makeFlac([sound(16)], { bits: 16, rate: 44_100 })
  const { start } = readFlacStream(memoryBytes(whole))
  const header = whole.slice(start, start + parseFlacFrameHeader(whole, start)!.end)
  const copies = Buffer.alloc(320 * 1024)
  for (let at = 0; at + header.length <= copies.length; at += header.length) copies.set(header, at)
  const bytes = memoryBytes(Buffer.concat([whole.subarray(0, start), copies]))
  // It took longer than a test may.
  expect([...readFlacFrames(bytes, readFlacStream(bytes))].length).toBeLessThanOrEqual(1)
})
