import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { asDecoded, cutFile } from '../cue/cut-file.ts'
import { parseCue } from '../cue/parse-cue.ts'
import type { AudioFile } from '../format.ts'
import { readAudioInfo } from '../formats.ts'
import { openAudio } from '../samples/open-audio.ts'
import { makeDsf } from '../testing/rare-formats.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const DSD_RATE = 2_822_400
const SHEET = `FILE "disc.dsf" WAVE
  TRACK 01 AUDIO
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    INDEX 01 00:01:07`

/** The samples of each channel. */
async function decode(file: AudioFile): Promise<{ sampleRate: number; planes: number[][] }> {
  using audio = await openAudio(file)
  const planes: number[][] = []
  for await (const sample of audio.samples) {
    for (let planeIndex = 0; planeIndex < sample.numberOfChannels; planeIndex++) {
      const plane = new Float32Array(sample.numberOfFrames)
      sample.copyTo(plane, { planeIndex, format: 'f32-planar' })
      planes[planeIndex] ??= []
      for (const value of plane) planes[planeIndex]!.push(value)
    }
    sample.close()
  }
  return { sampleRate: audio.sampleRate, planes }
}

it('cuts DSD at its decoded rate, whose cuts are together exactly the file', async () => {
  const path = join(temporaryFolder(), 'disc.dsf')
  const tone = (sample: number) => 0.5 * Math.sin((2 * Math.PI * (300 + sample / 20_000) * sample) / DSD_RATE)
  writeFileSync(path, makeDsf(1.5 * DSD_RATE, tone))
  const audio = readAudioInfo(memoryBytes(readFileSync(path)))
  const decoded = asDecoded(audio)
  expect(decoded).toMatchObject({ sampleRate: 88_200, trueSamples: 132_300, bitDepth: 24 })
  const [whole] = (await decode({ ...audio, path })).planes
  const cuts = cutFile(parseCue(SHEET).files[0]!, decoded)
  expect(cuts.map(({ first, samples }) => [first, samples])).toEqual([
    [0, 96_432],
    [96_432, 35_868],
  ])
  for (const { first, samples } of cuts) {
    const { sampleRate, planes } = await decode({ ...decoded, path, first, trueSamples: samples })
    expect(sampleRate).toBe(88_200)
    expect(Math.max(...planes[0]!.slice(0, 400))).toBeGreaterThan(0.05)
    expect(planes[0]).toEqual(whole!.slice(first, first + samples))
  }
})

it('decodes the channels that WavPack has, without mixing: sound in one of four', async () => {
  const path = join(temporaryFolder(), 'quad.wv')
  const source = 'aevalsrc=0|0|0.5*sin(3000*t)|0:c=quad:s=44100:d=0.1'
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:a', 'wavpack', path])
  const audio = readAudioInfo(memoryBytes(readFileSync(path)))
  const { planes } = await decode({ ...audio, path })
  expect(planes.map(plane => Math.max(...plane).toFixed(2))).toEqual(['0.00', '0.00', '0.50', '0.00'])
})
