import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenditionJob, RenditionUpdate } from '@refrain/audio/rendition/rendition'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { SOON } from '../../testing/soon.ts'
import { OpenFiles } from '../files/open-files.ts'
import { StreamCache } from './stream-cache.ts'
import { StreamPool } from './stream-pool.ts'
import { Streams } from './streams.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-streams-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const SOURCE = {
  ...{ path: '/music/one.flac', codec: 'flac' as const, sampleRate: 44_100, trueSamples: 1 },
  ...{ inContainer: false, version: '1', channels: 2, primingSamples: 0, bitRate: 800 },
}
const NEWS: RenditionUpdate = {
  sampleRate: 44_100,
  rendition: { mime: 'audio/mp4', raw: false, init: [0, 1], lead: 0, fragments: [[1, 2, 0]] },
}

/** Streams whose renditions fail as long as `full` is set, after they have written something, or said so (`late`). */
async function start() {
  const disk = { full: true, late: false, attempts: 0 }
  const pool = new StreamPool()
  onTestFinished(() => pool.close())
  vi.spyOn(pool, 'render').mockImplementation(
    async (job: RenditionJob, _caller: string, onNews: (news: RenditionUpdate) => void) => {
      disk.attempts++
      writeFileSync(job.output, 'abc')
      if (disk.late) onNews(NEWS)
      if (disk.full) throw new Error('ENOSPC: no space left on device, write')
      onNews(NEWS)
    },
  )
  const files = new OpenFiles()
  onTestFinished(() => files.close())
  const streams = new Streams(await StreamCache.open(folder, files, 1_000_000), pool)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  return { streams, disk }
}

it('retries a failed rendition after seconds, later each time, and forgets the failure', async () => {
  const { streams, disk } = await start()
  expect((await streams.find(SOURCE, 'ada')).set.renditions).toEqual([])
  expect(readdirSync(folder)).toEqual([])
  await streams.find(SOURCE, 'ada')
  expect(disk.attempts).toBe(1)
  vi.advanceTimersByTime(2_000)
  await streams.find(SOURCE, 'ada')
  expect(disk.attempts).toBe(2)
  vi.advanceTimersByTime(2_000)
  await streams.find(SOURCE, 'ada')
  expect(disk.attempts).toBe(2)
  disk.full = false
  vi.advanceTimersByTime(2_000)
  expect((await streams.find(SOURCE, 'ada')).set.renditions).toHaveLength(1)
})

it('never waits longer than a minute, however often a rendition failed', async () => {
  const { streams, disk } = await start()
  for (let n = 0; n < 20; n++) {
    await streams.find(SOURCE, 'ada')
    vi.advanceTimersByTime(60_000)
  }
  expect(disk.attempts).toBe(20)
})

it('plays a track as the original for hours if its encoding has failed on its way', async () => {
  const { streams, disk } = await start()
  disk.late = true
  const encoded = { ...SOURCE, opus: { ffmpeg: '/usr/bin/ffmpeg', build: '1', bitRate: 96 } }
  await streams.findSoon(encoded, 'ada')
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), SOON)
  for (let minutes = 0; minutes < 300; minutes += 10) {
    expect(await streams.findSoon(encoded, 'ada')).toBeUndefined()
    vi.advanceTimersByTime(10 * 60_000)
  }
  expect(disk.attempts).toBe(1)
  disk.full = false
  expect((await streams.find(SOURCE, 'ada')).set.renditions).toHaveLength(1)
  vi.advanceTimersByTime(2 * 3_600_000)
  expect((await streams.findSoon(encoded, 'ada'))?.set.renditions).toHaveLength(1)
  await vi.waitFor(
    () => expect(readdirSync(folder).filter(name => name.endsWith('.json'))).toHaveLength(2),
    SOON,
  )
})
