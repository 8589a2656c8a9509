import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WAVEFORM_BARS } from '@refrain/contract/media/waveform'
import { expect, it, vi } from 'vitest'
import type { Codec } from '../audio-info.ts'
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.ts'
import { isDecodable } from '../formats.ts'
import { aiffBytes, flacBytes, mp3Bytes, tone, wavBytes } from '../testing/audio-files.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { analyseAudio } from './analyse-audio.ts'

const RATE = 44_100
/** Two seconds of silence, then two of a sine of 10,000 of 32,768. */
const sound = new Int16Array(RATE * 4)
sound.set(tone(RATE * 2, 1_000), RATE * 2)
const HEIGHT = Math.round((255 * 10_000) / 32_768)

const fileOf = (codec: Codec, path: string, given: { channels?: number; primingSamples?: number } = {}) => ({
  path,
  codec,
  sampleRate: RATE,
  channels: 1,
  trueSamples: sound.length,
  primingSamples: 0,
  ...given,
})

function put(bytes: Uint8Array, name = 'sound'): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, bytes)
  return path
}

it.each([
  ['flac', flacBytes, 0],
  ['pcm', wavBytes, 0],
  ['pcm', aiffBytes, 0],
  ['mp3', mp3Bytes, 1105],
] as const)('measures loudness, peak and waveform of %s', async (codec, make, primingSamples) => {
  const found = await analyseAudio(fileOf(codec, put(await make(sound)), { primingSamples }))
  // -10.3 dB, of which the three blocks that begin in the silence take a little.
  const expected = 20 * Math.log10(10_000 / 32_768) + 10 * Math.log10((17 + 0.25 + 0.5 + 0.75) / 20)
  expect(Math.abs((found.loudness ?? 0) - expected)).toBeLessThan(0.1)
  expect(Math.abs(found.peak - 10_000 / 32_768)).toBeLessThan(0.01)
  expect(found.waveform).toHaveLength(WAVEFORM_BARS)
  const [silence, sine] = [found.waveform.subarray(0, 198), found.waveform.subarray(202, 398)]
  expect(Math.max(...silence)).toBe(0)
  for (const bar of sine) expect(Math.abs(bar - HEIGHT)).toBeLessThanOrEqual(2)
})

it.each([
  ['opus', 'tone.opus', 48_000, 11_027, 312],
  ['vorbis', 'tone.ogg', RATE, 10_131, 0],
  ['alac', 'tone.alac.m4a', RATE, 10_131, 0],
] as const)('reads the samples of %s', async (codec, path, sampleRate, trueSamples, primingSamples) => {
  const whole = fixturePath(path)
  const file = { path: whole, codec, channels: 2, sampleRate, trueSamples, primingSamples }
  let heard = 0
  const found = await analyseAudio(file, samples => {
    heard = samples
  })
  expect(heard).toBe(trueSamples)
  expect(found.peak).toBeGreaterThan(0.05)
  expect(found.peak).toBeLessThanOrEqual(1.1)
  // Shorter than a block of 400 ms.
  expect(found.loudness).toBeNull()
  expect(found.waveform.filter(bar => bar > 0).length).toBeGreaterThan(WAVEFORM_BARS / 2)
})

it('finds no loudness in silence, and rejects noise', async () => {
  const silence = await analyseAudio(fileOf('flac', put(await flacBytes(new Int16Array(sound.length)))))
  expect([silence.loudness, silence.peak, silence.blocks.length]).toEqual([null, 0, 0])
  const noise = Uint8Array.from({ length: 50_000 }, (_, i) => (i * i * 31 + i * 7) & 255)
  for (const codec of ['flac', 'pcm', 'alac', 'vorbis', 'mp3', 'opus', 'unheard-of']) {
    await expect(analyseAudio(fileOf(codec as Codec, put(noise)))).rejects.toThrow()
  }
})

/** A WAV file of 32-bit floats. */
function floatWav(rate: number, samples: Float32Array): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [16, 3 | (1 << 16), rate, rate * 4, 4 | (32 << 16)].entries()) {
    head.writeUInt32LE(value, 16 + at * 4)
  }
  head.write('data', 36)
  head.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([head, Buffer.from(samples.buffer)])
}

it('refuses invalid sample values and unsupported sample rates', async () => {
  const analyse = (rate: number, sample: number) => {
    const samples = new Float32Array(20_000).fill(0.25)
    samples[15_000] = sample
    return analyseAudio({ ...fileOf('pcm', put(floatWav(rate, samples), 'a.wav')), sampleRate: rate })
  }
  expect((await analyse(RATE, 0.5)).peak).toBe(0.5)
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, 17, -1e30]) {
    await expect(analyse(RATE, odd)).rejects.toThrow('Invalid sample values')
  }
  for (const rate of [4, 999]) await expect(analyse(rate, 0.5)).rejects.toThrow('sample rate')
})

it('decodes AAC if ffmpeg is installed, and rejects it otherwise', async () => {
  const file = fileOf('aac', put(new Uint8Array(10), 'sound.m4a'), { channels: 2 })
  vi.stubEnv('PATH', temporaryFolder())
  expect(findFfmpeg()).toBeUndefined()
  expect(isDecodable('aac', findFfmpeg())).toBe(false)
  await expect(analyseAudio(file)).rejects.toThrow('ffmpeg')

  // Stands for one: gives half of full scale on both channels, for as long as the music and a little more.
  const samples = new Float32Array((sound.length + 100) * 2).fill(0.5)
  const output = put(new Uint8Array(samples.buffer), 'output')
  const folder = temporaryFolder()
  const program = join(folder, process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg')
  writeFileSync(
    program,
    `#!/bin/sh
[ -z "$SECRET" ] || exit 2
case "$*" in *"-protocol_whitelist file,pipe -timelimit 61 -f mov -i file:${file.path} "*) exec /bin/cat ${output};; esac
exit 1
`,
  )
  chmodSync(program, 0o755)
  vi.stubEnv('PATH', folder)
  vi.stubEnv('SECRET', 'of the operator')
  expect(isDecodable('aac', findFfmpeg())).toBe(true)
  let heard = 0
  const found = await analyseAudio(file, count => {
    heard = count
  })
  expect([heard, found.peak]).toEqual([sound.length, 0.5])
  await expect(analyseAudio({ ...file, path: put(new Uint8Array(10), 'other.m4a') })).rejects.toThrow(
    'ffmpeg',
  )
  vi.unstubAllEnvs()
})
