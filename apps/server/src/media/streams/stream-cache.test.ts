import { mkdtempSync, readdirSync, readSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenditionSet } from '@refrain/audio/rendition/rendition'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { JobError } from '../../workers/worker-errors.ts'
import { OpenFiles } from '../files/open-files.ts'
import { StreamCache } from './stream-cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-cache-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const rendition: RenditionSet = { sampleRate: 44_100, renditions: [] }
const names = () => readdirSync(folder).sort()

async function openCache(limit: number): Promise<StreamCache> {
  const files = new OpenFiles()
  onTestFinished(() => files.close())
  return StreamCache.open(folder, files, limit)
}

/** @param size with its index */
async function keep(cache: StreamCache, key: string, size: number): Promise<void> {
  writeFileSync(cache.partPath(key), new Uint8Array(size - JSON.stringify(rendition).length))
  await cache.save(key, rendition)
}

it('evicts the least recently used to stay within its size', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const cache = await openCache(250)
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

it('never evicts a rendition while it is read, but afterwards', async () => {
  const cache = await openCache(150)
  await keep(cache, 'a', 100)
  const reading = await cache.open('a')
  await keep(cache, 'b', 100)
  expect(await cache.find('a')).toEqual(rendition)
  reading?.release()
  await keep(cache, 'c', 100)
  expect(names()).toEqual(['c.json', 'c.mp4'])
})

it('makes room on a full disk, and at no other error of a write', async () => {
  const cache = await openCache(1_000)
  for (const key of ['a', 'b', 'c']) await keep(cache, key, 100)
  const reading = await cache.open('b')
  expect(await cache.freeSpace(Object.assign(new Error('write'), { code: 'EIO' }))).toBe(false)
  expect(names()).toHaveLength(6)
  expect(
    await cache.freeSpace(new JobError({ name: 'Error', message: 'ENOSPC: write', code: 'ENOSPC' })),
  ).toBe(true)
  expect(names()).toEqual(['b.json', 'b.mp4'])
  expect(await cache.freeSpace(Object.assign(new Error('write'), { code: 'EDQUOT' }))).toBe(false)
  reading?.release()
})

it('makes room where there is none for the index of a rendition, and saves it', async () => {
  const cache = await openCache(1_000)
  for (const key of ['a', 'b']) await keep(cache, key, 100)
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const write = vi.spyOn(fs, 'writeFile').mockRejectedValueOnce(full)
  syncBuiltinESMExports()
  onTestFinished(() => {
    write.mockRestore()
    syncBuiltinESMExports()
  })
  await keep(cache, 'c', 100)
  expect(names()).toEqual(['c.json', 'c.mp4'])
})

it('leaves a rendition alone that cannot be read now, and drops one that is broken', async () => {
  const cache = await openCache(1_000)
  for (const key of ['a', 'b']) await keep(cache, key, 100)
  const many = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  const read = vi.spyOn(fs, 'readFile').mockRejectedValueOnce(many)
  syncBuiltinESMExports()
  onTestFinished(() => {
    read.mockRestore()
    syncBuiltinESMExports()
  })
  expect(await cache.find('a')).toBeUndefined()
  expect(await cache.find('a')).toEqual(rendition)
  writeFileSync(join(folder, 'b.json'), '{')
  expect(await cache.find('b')).toBeUndefined()
  expect(names()).toEqual(['a.json', 'a.mp4'])
})

it('survives a restart: complete renditions stay in order, abandoned files are removed', async () => {
  const before = await openCache(1_000)
  await keep(before, 'old', 100)
  await keep(before, 'new', 100)
  utimesSync(join(folder, 'old.mp4'), 1, 1)
  writeFileSync(join(folder, 'half.part'), 'x')
  writeFileSync(join(folder, 'bytes-alone.mp4'), 'x')
  writeFileSync(join(folder, 'index-alone.json'), '{}')
  writeFileSync(join(folder, 'index.writer.tmp'), '{}')
  for (const name of ['half.part', 'bytes-alone.mp4', 'index-alone.json', 'index.writer.tmp']) {
    utimesSync(join(folder, name), 1, 1)
  }
  // Another process may be writing this one.
  writeFileSync(join(folder, 'young.writer.part'), 'x')
  const after = await openCache(150)
  expect(names()).toEqual(['new.json', 'new.mp4', 'young.writer.part'])
  expect(await after.find('new')).toEqual(rendition)
})

it('tells other processes at most once a minute that a rendition is used, and keeps its file open between reads', async () => {
  const cache = await openCache(1_000)
  await keep(cache, 'a', 100)
  const path = join(folder, 'a.mp4')
  utimesSync(path, 1, 1)
  const [one, other] = [await cache.open('a'), await cache.open('a')]
  expect(one?.fd).toBe(other?.fd)
  one?.release()
  other?.release()
  await cache.find('a')
  expect(statSync(path).mtimeMs).toBe(1_000)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 60_000)
  await cache.find('a')
  vi.useRealTimers()
  await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(Date.now())
})

it('treats a damaged index as missing', async () => {
  const cache = await openCache(1_000)
  await keep(cache, 'a', 100)
  writeFileSync(join(folder, 'a.json'), '{"sampleRate":')
  expect(await cache.find('a')).toBeUndefined()
  expect(names()).toEqual([])
})

it('lets a rendition be read while it is written, only under its own name', async () => {
  const cache = await openCache(1_000)
  writeFileSync(cache.partPath('a'), 'abc')
  const reading = await cache.open('a')
  expect(reading).toMatchObject({ size: 3, isFinished: false })
  reading?.release()
  expect(await cache.find('a')).toBeUndefined()
  expect(await cache.open('b')).toBeUndefined()
})

it("is shared by processes: each leaves the other's unfinished files alone and finds what it finished", async () => {
  const one = await openCache(1_000)
  writeFileSync(one.partPath('a'), 'abc')
  const other = await openCache(1_000)
  expect(other.partPath('a')).not.toBe(one.partPath('a'))
  const reading = await other.open('a')
  expect(reading).toMatchObject({ size: 3, isFinished: false })
  reading?.release()
  writeFileSync(other.partPath('a'), 'ab')
  await other.discard('a')
  await one.save('a', rendition)
  expect(await other.find('a')).toEqual(rendition)
  const whole = await other.open('a')
  expect(whole).toMatchObject({ size: 3, isFinished: true })
  whole?.release()
  expect(names()).toEqual(['a.json', 'a.mp4'])
})

it('opens the longest part of several processes: the one that named its ranges may be ahead', async () => {
  const one = await openCache(1_000)
  const other = await openCache(1_000)
  writeFileSync(one.partPath('a'), 'abcdef')
  writeFileSync(other.partPath('a'), 'abc')
  for (const cache of [one, other]) {
    const reading = await cache.open('a')
    expect(reading).toMatchObject({ size: 6, isFinished: false })
    reading?.release()
  }
})

it('spares what another process has used since, and never breaks what another is reading', async () => {
  const one = await openCache(250)
  await keep(one, 'a', 100)
  await keep(one, 'b', 100)
  const other = await openCache(250)
  const reading = await other.open('b')
  utimesSync(join(folder, 'a.mp4'), new Date(), new Date(Date.now() + 60_000))
  await keep(one, 'c', 100)
  expect(names()).toEqual(['a.json', 'a.mp4', 'c.json', 'c.mp4'])
  // Evicted by one, but open in the other.
  expect(readSync(reading?.fd as number, Buffer.alloc(10), 0, 10, 0)).toBe(10)
  reading?.release()
})

it('notices what another process removed or added', async () => {
  const one = await openCache(1_000)
  const other = await openCache(1_000)
  await keep(one, 'a', 100)
  await keep(other, 'b', 100)
  expect(await other.find('a')).toEqual(rendition)
  await one.drop('a')
  expect(await other.open('a')).toBeUndefined()
  expect(await other.find('a')).toBeUndefined()
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(3_600_000)
  await keep(one, 'c', 100)
  vi.useRealTimers()
  expect(one.size).toBe(200)
})

it('tells who writes a rendition that another process reads it', async () => {
  const [one, other] = [await openCache(1_000), await openCache(1_000)]
  writeFileSync(one.partPath('a', '-1'), 'abc')
  const read = async (cache: StreamCache) => (await cache.open('a'))?.release()
  await read(one)
  expect(await one.wasReadElsewhere('a')).toBe(false)
  await read(other)
  expect(await one.wasReadElsewhere('a')).toBe(true)
  expect(await one.wasReadElsewhere('a')).toBe(false)
  utimesSync(join(folder, 'a.read'), 1, 1)
  await read(other)
  expect(await one.wasReadElsewhere('a')).toBe(true)
  await one.save('a', rendition, '-1')
  expect(names()).toEqual(['a.json', 'a.mp4'])
})
