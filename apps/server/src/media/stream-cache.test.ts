import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { StreamCache } from './stream-cache.ts'
import type { Rendition } from './stream-rendition.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-cache-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const rendition: Rendition = { sampleRate: 44_100, faces: [] }
const names = () => readdirSync(folder).sort()

/** @param size with its index */
async function keep(cache: StreamCache, key: string, size: number): Promise<void> {
  writeFileSync(cache.partPath(key), new Uint8Array(size - JSON.stringify(rendition).length))
  await cache.keep(key, rendition)
}

it('the least recently used make room, so that it stays within its size', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const cache = await StreamCache.open(folder, 250)
  for (const key of ['a', 'b', 'c']) {
    vi.setSystemTime(Date.now() + 1_000)
    await keep(cache, key, 100)
    if (key === 'b') {
      vi.setSystemTime(Date.now() + 1_000)
      await cache.find('a')
    }
  }
  vi.useRealTimers()
  expect(names()).toEqual(['a.json', 'a.mp4', 'c.json', 'c.mp4'])
  expect(cache.size).toBe(200)
  expect(await cache.find('b')).toBeUndefined()
})

it('never takes away what is being read, and takes it once it is not', async () => {
  const cache = await StreamCache.open(folder, 150)
  await keep(cache, 'a', 100)
  const reading = await cache.open('a')
  await keep(cache, 'b', 100)
  expect(await cache.find('a')).toEqual(rendition)
  reading?.release()
  await keep(cache, 'c', 100)
  expect(names()).toEqual(['c.json', 'c.mp4'])
})

it('outlives a restart: what is whole stays, oldest first to go, what is not whole goes', async () => {
  const before = await StreamCache.open(folder, 1_000)
  await keep(before, 'old', 100)
  await keep(before, 'new', 100)
  utimesSync(join(folder, 'old.mp4'), 1, 1)
  writeFileSync(join(folder, 'half.part'), 'x')
  writeFileSync(join(folder, 'bytes-alone.mp4'), 'x')
  writeFileSync(join(folder, 'index-alone.json'), '{}')
  const after = await StreamCache.open(folder, 150)
  expect(names()).toEqual(['new.json', 'new.mp4'])
  expect(await after.find('new')).toEqual(rendition)
})

it('a damaged index counts as no rendition', async () => {
  const cache = await StreamCache.open(folder, 1_000)
  await keep(cache, 'a', 100)
  writeFileSync(join(folder, 'a.json'), '{"sampleRate":')
  expect(await cache.find('a')).toBeUndefined()
  expect(names()).toEqual([])
})

it('can be read while it is still being written, and under no other name than its own', async () => {
  const cache = await StreamCache.open(folder, 1_000)
  writeFileSync(cache.partPath('a'), 'abc')
  const reading = await cache.open('a')
  expect(reading).toMatchObject({ size: 3, isFinished: false })
  reading?.release()
  expect(await cache.find('a')).toBeUndefined()
  expect(await cache.open('b')).toBeUndefined()
})
