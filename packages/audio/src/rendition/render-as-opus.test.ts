import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_FORMATS, AudioSample, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { OpusDecoder } from 'opus-decoder'
import { expect, it } from 'vitest'
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { resampledLength } from '../samples/resample.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { renderAsOpus } from './render-as-opus.ts'
import { applyUpdate, type RenditionSet } from './rendition.ts'

const OPUS_RATE = 48_000
const PIECE = 4_096
/** The largest error of a sweep at 96 kbit/s, and that of its first and last milliseconds. */
const AS_ENCODED = 0.02
const AT_ENDS = 0.1
const END = 480

/** A sweep, which sounds different at every instant. */
const sweep = (rate: number, length: number) =>
  Float32Array.from({ length }, (_, i) => {
    const t = i / rate
    return 0.5 * Math.sin(2 * Math.PI * (250 * t + 300 * t * t))
  })

function decoded(sampleRate: number, channels: number, sound: Float32Array): DecodedAudio {
  async function* samples() {
    for (let at = 0; at < sound.length; at += PIECE) {
      const piece = sound.subarray(at, at + PIECE)
      const data = Float32Array.from(
        { length: piece.length * channels },
        (_, i) => piece[Math.floor(i / channels)]!,
      )
      yield new AudioSample({
        ...{ format: 'f32', data, numberOfChannels: channels, sampleRate, timestamp: at / sampleRate },
      })
    }
  }
  return { sampleRate, samples: samples(), [Symbol.dispose]: () => {} }
}

/** What a decoder outputs, without trimming. */
async function decodeAll(path: string): Promise<Float32Array> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  const decoder = new OpusDecoder({ channels: 2, preSkip: 0 })
  await decoder.ready
  const pieces: number[] = []
  for await (const { data } of new EncodedPacketSink(track!).packets()) {
    pieces.push(...decoder.decodeFrame(data).channelData[0]!)
  }
  decoder.free()
  input.dispose()
  return Float32Array.from(pieces)
}

async function render(given: DecodedAudio, ffmpeg = findFfmpeg() ?? '') {
  const path = join(temporaryFolder(), 'out.mp4')
  const set: RenditionSet = { sampleRate: 0, renditions: [] }
  await renderAsOpus(given, { ffmpeg, bitRate: 96 }, path, update => applyUpdate(set, update))
  return { path, set, rendition: set.renditions[0]! }
}

it.each([
  [44_100, 2, 123_457],
  [44_100, 1, 88_199],
  [48_000, 2, 96_001],
  [96_000, 2, 200_003],
  [22_050, 1, 44_101],
  [44_100, 2, 961],
])(
  'keeps every moment of %d Hz with %d channels, and covers all %d samples',
  async (rate, channels, length) => {
    const { path, set, rendition } = await render(decoded(rate, channels, sweep(rate, length)))
    expect(set.sampleRate).toBe(OPUS_RATE)
    expect(rendition).toMatchObject({ mime: 'audio/mp4; codecs="opus"', raw: false })
    const wanted = resampledLength(length, rate, OPUS_RATE)
    const heard = (await decodeAll(path)).subarray(rendition.lead)
    expect(heard.length).toBeGreaterThanOrEqual(wanted)
    const original = sweep(OPUS_RATE, wanted)
    let error = 0
    let errorAtEnds = 0
    original.forEach((sample, i) => {
      const difference = Math.abs(sample - heard[i]!)
      if (i < END || i >= wanted - END) errorAtEnds = Math.max(errorAtEnds, difference)
      else error = Math.max(error, difference)
    })
    expect(error).toBeLessThan(AS_ENCODED)
    expect(errorAtEnds).toBeLessThan(AT_ENDS)
  },
)

it('names fragments that lie end to end, the first one short', async () => {
  const { rendition } = await render(decoded(OPUS_RATE, 2, sweep(OPUS_RATE, 5 * OPUS_RATE)))
  let end = rendition.init?.[1]
  for (const [offset, length] of rendition.fragments) {
    expect(offset).toBe(end)
    end = offset + length
  }
  expect(rendition.fragments[1]?.[2]).toBeLessThanOrEqual(OPUS_RATE / 2)
})

it('makes the same bytes each time: two processes may serve parts of one rendition', async () => {
  const [one, other] = await Promise.all([1, 2].map(() => render(decoded(44_100, 2, sweep(44_100, 100_000)))))
  expect(readFileSync(one!.path).equals(readFileSync(other!.path))).toBe(true)
})

it('fails where nothing can be encoded', async () => {
  const sound = () => decoded(44_100, 2, sweep(44_100, 400_000))
  await expect(render(decoded(44_100, 2, new Float32Array(0)))).rejects.toThrow('No audio')
  await expect(render(sound(), '/nowhere/ffmpeg')).rejects.toThrow('ENOENT')
  // It ends at once, without reading.
  await expect(render(sound(), '/bin/false')).rejects.toThrow('ffmpeg')
})

it('fails where the file cannot be read to its end', async () => {
  const sound = decoded(44_100, 2, sweep(44_100, 100_000))
  async function* broken() {
    yield* sound.samples
    throw new Error('The file is damaged.')
  }
  await expect(render({ ...sound, samples: broken() })).rejects.toThrow('damaged')
})
