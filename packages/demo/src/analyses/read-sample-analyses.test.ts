import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { analyseAudio } from '@refrain/audio/loudness/analyse-audio'
import { expect, it, onTestFinished } from 'vitest'
import { sampleCatalogue } from '../catalogue/sample-catalogue.ts'
import { renderTrack } from '../render/render-track.ts'
import { formatAnalyses, parseAnalyses, readSampleAnalyses } from './read-sample-analyses.ts'

const ADVICE = 'Run node scripts/run.mjs packages/demo/src/analyses/measure-catalogue.ts.'
const tracks = sampleCatalogue().flatMap(album => album.tracks)

it('knows every track and no others, with a bar for each part of its waveform', async () => {
  const analyses = await readSampleAnalyses()
  expect([...analyses.keys()], ADVICE).toEqual(tracks.map(track => track.audio.audioId))
  for (const { loudness, waveform } of analyses.values()) {
    expect(loudness).toBeGreaterThan(-20)
    expect(waveform).toHaveLength(400)
  }
})

it.each([
  'Departure Window.flac',
  // At its silent end the decoder traps.
  'Umbrella Stand.flac',
  'Blink Rate.mp3',
])('says what the loudness analysis finds in the rendered file of %s', { timeout: 60_000 }, async name => {
  const folder = await mkdtemp(join(tmpdir(), 'refrain-demo-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const track = tracks.find(candidate => candidate.file.endsWith(name))!
  const path = join(folder, track.file)
  await mkdir(dirname(path), { recursive: true })
  await renderTrack(folder, track)
  const { size } = await stat(path)
  const found = await analyseAudio({ ...track.audio, path })
  const known = (await readSampleAnalyses()).get(track.audio.audioId)!
  expect(known.size, ADVICE).toBe(size)
  expect(Math.abs(known.loudness! - found.loudness!), ADVICE).toBeLessThan(0.1)
  // Encoding as MP3 changes peaks.
  expect(Math.abs(known.peak - found.peak)).toBeLessThan(0.1)
  const apart = known.waveform.map((level, i) => Math.abs(level - found.waveform[i]!))
  expect(Math.max(...apart), ADVICE).toBeLessThan(16)
})

it('reads what it writes, and nothing of another version', async () => {
  const analyses = await readSampleAnalyses()
  expect(parseAnalyses(formatAnalyses(analyses))).toEqual(analyses)
  expect(parseAnalyses(formatAnalyses(analyses).replace(/^\d+/, '0')).size).toBe(0)
})
