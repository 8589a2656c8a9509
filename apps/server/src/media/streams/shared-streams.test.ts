import { writeFileSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenditionSet } from '@refrain/audio/rendition/rendition'
import { expect, it, onTestFinished, vi } from 'vitest'
import { toArray } from '../../object-storage/to-array.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { SharedStreams } from './shared-streams.ts'

const DAY = 86_400_000
const SET: RenditionSet = { sampleRate: 44_100, renditions: [] }
const INDEX_BYTES = JSON.stringify(SET).length

function start(limit: number) {
  const folder = temporaryFolder()
  const storage = folderStorage(folder)
  const streams = new SharedStreams(storage, limit)
  return {
    storage,
    streams,
    names: async () => (await toArray(storage.list('streams/'))).map(({ name }) => name.slice(8)),
    async save(key: string, bytes: number) {
      const path = join(folder, 'rendered')
      writeFileSync(path, Buffer.alloc(bytes))
      streams.save(key, SET, path)
      await streams.settle()
    },
    async makeOlder(name: string, ms: number) {
      await utimes(join(folder, 'streams', name), new Date(), new Date(Date.now() - ms))
    },
  }
}

it('removes the renditions that were used least recently beyond the limit, with their indexes', async () => {
  const { streams, names, save, makeOlder } = start(200 + 2 * INDEX_BYTES)
  for (const key of ['a', 'b']) await save(key, 100)
  for (const name of ['a.mp4', 'a.json']) await makeOlder(name, 3 * DAY)
  for (const name of ['b.mp4', 'b.json']) await makeOlder(name, 2 * DAY)
  // It counts as a use, which its index records.
  expect(await streams.find('a')).toEqual(SET)
  await streams.settle()
  await save('c', 100)
  await streams.sweep()
  expect(await names()).toEqual(['a.json', 'a.mp4', 'c.json', 'c.mp4'])
  expect(await streams.find('b')).toBeUndefined()
})

it('removes bytes that a crashed process left without an index, after an hour', async () => {
  const { streams, storage, names, makeOlder } = start(1_000)
  await storage.write([{ name: 'streams/old.mp4', bytes: Buffer.from('half') }])
  await storage.write([{ name: 'streams/young.mp4', bytes: Buffer.from('half') }])
  await makeOlder('old.mp4', 2 * 3_600_000)
  await streams.sweep()
  expect(await names()).toEqual(['young.mp4'])
})

it('finds nothing while the storage is away, so that the stream is rendered here', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const { storage, save, streams } = start(1_000)
  await save('a', 10)
  vi.spyOn(storage, 'open').mockRejectedValue(new Error('away'))
  expect(await streams.find('a')).toBeUndefined()
  expect(await streams.open('a')).toBeUndefined()
})
