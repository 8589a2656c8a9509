import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import type { AudioFile } from '../format.ts'
import { FORMATS, readAudioInfo } from '../formats.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { makeDsf } from '../testing/rare-formats.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const DSD_RATE = 2_822_400

/** The samples of both channels, each next to each. */
async function read(audio: DecodedAudio | undefined): Promise<number[]> {
  using opened = audio
  const all: number[] = []
  for await (const sample of opened?.samples ?? []) {
    const values = new Float32Array(sample.numberOfFrames * sample.numberOfChannels)
    sample.copyTo(values, { planeIndex: 0, format: 'f32' })
    sample.close()
    for (const value of values) all.push(value)
  }
  return all
}

/** Three seconds of a rising tone and noise, encoded by ffmpeg. */
function encode(...options: readonly string[]) {
  return (path: string) => {
    const tone = '0.4*sin((900+2000*t)*t)+0.2*random(0)'
    const source = ['-f', 'lavfi', '-i', `aevalsrc=${tone}|0.5*${tone}:s=44100:d=3.01`]
    execFileSync('ffmpeg', ['-v', 'error', ...source, ...options, path])
  }
}

const copy = (name: string) => (path: string) => copyFileSync(fixturePath(name), path)
const dsd = (sample: number) => 0.5 * Math.sin((2 * Math.PI * (300 + sample / 20_000) * sample) / DSD_RATE)

it.each([
  ['WavPack', 'a.wv', encode('-c:a', 'wavpack'), [1, 44_100 * 2, 44_100 * 2 + 12_345, 132_000]],
  ['TTA', 'a.tta', encode('-c:a', 'tta'), [1, 44_100 * 2, 44_100 * 2 + 12_345, 132_000]],
  [
    'DSD',
    'a.dsf',
    (path: string) => writeFileSync(path, makeDsf(2.6 * DSD_RATE, dsd)),
    [1, 176_401, 200_123],
  ],
  ['ALAC', 'a.m4a', encode('-c:a', 'alac'), [1, 4_095, 4_096, 4_097, 88_201, 132_000]],
  ['ALAC of 24 bits', 'a.m4a', copy('sound-24.alac.m4a'), [1, 4_096, 9_000]],
  ['Vorbis', 'a.ogg', copy('sound.vorbis.ogg'), [1, 64, 127, 128, 129, 1_000, 5_555, 12_288, 20_001, 29_999]],
])('begins %s later with exactly the samples of the whole', async (_name, fileName, make, starts) => {
  const path = join(temporaryFolder(), fileName)
  make(path)
  const audio = readAudioInfo(memoryBytes(readFileSync(path)))
  const file: AudioFile = { ...audio, path }
  const codec = await FORMATS[audio.codec].load()
  const whole = await read(await codec.decode(file))
  for (const first of starts) {
    const later = await read(await codec.decodeFrom?.(file, first))
    const wanted = whole.slice(first * audio.channels)
    // What Vorbis has behind its length is cut by whoever asks.
    expect(later.length).toBeGreaterThanOrEqual(wanted.length)
    expect(wanted.findIndex((value, n) => value !== later[n])).toBe(-1)
  }
})
