import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createMp3Encoder } from 'wasm-media-encoders'
import type { AudioInfo } from '../audio-info.ts'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { encodeMp3 } from '../encode/encode-mp3.ts'
import type { AudioFile } from '../format.ts'
import { readAudioInfo } from '../formats.ts'
import { openAudio } from '../samples/open-audio.ts'
import { wavBytes } from '../testing/audio-files.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { makeFlac } from '../testing/make-flac.ts'
import { cutFile } from './cut-file.ts'
import { parseCue } from './parse-cue.ts'

const folder = mkdtempSync(join(tmpdir(), 'refrain-cuts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SAMPLES = 400_001
/** Noise over a slow tone: no two frames are alike, and files are long enough to be searched. */
const music = Int32Array.from({ length: SAMPLES }, (_, i) =>
  Math.round(9_000 * Math.sin(i / 900) + ((Math.imul(i, 2_654_435_761) >>> 16) % 9_000) - 4_500),
)

const SHEET = `FILE "disc.wav" WAVE
  TRACK 01 AUDIO
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    INDEX 00 00:01:07
    INDEX 01 00:03:01
  TRACK 03 AUDIO
    INDEX 01 00:03:03
  TRACK 04 AUDIO
    INDEX 01 00:08:74`

const FORMS: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
  flac: () => makeFlac([music, music.map(sample => -sample)], { bits: 16, rate: 44_100 }),
  'variable.flac': () => makeFlac([music], { bits: 16, rate: 44_100, blockSize: 1_000, isOldVariable: true }),
  wav: () => wavBytes(Int16Array.from(music)),
  mp3: async () => {
    const samples = Float32Array.from(music, sample => sample / 32_768)
    return encodeMp3(samples, samples)
  },
}

async function write(name: string, bytes: Uint8Array): Promise<{ audio: AudioInfo; file: AudioFile }> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const audio = readAudioInfo(memoryBytes(bytes))
  return { audio, file: { ...audio, path } }
}

function join32(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The first channel as it is decoded. */
async function decode(file: AudioFile, onSkip?: () => void): Promise<Float32Array> {
  using audio = await openAudio(file, onSkip)
  const parts: Float32Array[] = []
  for await (const sample of audio.samples) {
    const plane = new Float32Array(sample.numberOfFrames)
    sample.copyTo(plane, { planeIndex: 0, format: 'f32-planar' })
    sample.close()
    parts.push(plane)
  }
  return join32(parts)
}

describe.each(Object.keys(FORMS))('the cuts of a %s', form => {
  it('are together exactly the file, with no sample between neighbours (CUE-03)', async () => {
    const { audio, file } = await write(`disc.${form}`, await FORMS[form]!())
    const whole = await decode(file)
    expect(whole.length).toBe(SAMPLES)
    const cuts = cutFile(parseCue(SHEET).files[0]!, audio)
    expect(cuts.map(cut => cut.first)).toEqual([0, 132_888, 134_064, 396_312])
    let at = 0
    for (const { first, samples } of cuts) {
      const part = await decode({ ...file, first, trueSamples: samples })
      expect(part.length).toBe(samples)
      expect(part.findIndex((value, n) => value !== whole[at + n])).toBe(-1)
      at += samples
    }
    expect(at).toBe(SAMPLES)
  })
})

it('cuts MP3 of low rates, whose frames borrow bits of many before them, to the last bit', async () => {
  const rate = 16_000
  const lame = await createMp3Encoder()
  lame.configure({ sampleRate: rate, channels: 2, bitrate: 24 })
  const samples = Float32Array.from(music.slice(0, 12 * rate), (sample, i) => {
    return (sample / 32_768) * (0.5 + 0.5 * Math.sin(i / 1_700))
  })
  const encoded = Buffer.from(lame.encode([samples, samples]))
  const { audio, file } = await write('low.mp3', Buffer.concat([encoded, lame.finalize()]))
  const whole = await decode(file)
  expect(whole.length).toBe(audio.trueSamples)
  const differing: number[] = []
  for (let first = 1; first < whole.length - 2_000; first += 7_777) {
    const part = await decode({ ...file, first, trueSamples: 2_000 })
    if (part.length !== 2_000 || part.some((value, n) => value !== whole[first + n])) differing.push(first)
  }
  expect(differing).toEqual([])
})

it.each(['tone.mpc', 'tone.opus'])('cuts %s although its codec cannot begin later', async name => {
  const bytes = readFileSync(fixturePath(name))
  const { audio, file } = await write(name, bytes)
  const whole = await decode(file)
  const half = Math.floor(audio.trueSamples * 0.9)
  const onSkip = vi.fn()
  const parts = [
    await decode({ ...file, first: 0, trueSamples: half }),
    await decode({ ...file, first: half, trueSamples: audio.trueSamples - half }, onSkip),
  ]
  expect(join32(parts)).toEqual(whole)
  // Whoever waits is told that it proceeds, as it may take minutes.
  expect(onSkip).toHaveBeenCalled()
})
