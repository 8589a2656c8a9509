import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toArray } from '../../object-storage/to-array.ts'
import { readSettings } from '../../settings.ts'
import { inBucket, startS3Server } from '../../testing/servers/s3-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { folderStorage } from './folder-storage.ts'
import type { MediaStorage } from './media-storage.ts'
import { openMediaStorage } from './open-media-storage.ts'
import { readBytes } from './read-bytes.ts'

const namesIn = async (storage: MediaStorage, prefix: string) =>
  (await toArray(storage.list(prefix))).map(object => object.name)

const KINDS: Record<string, () => Promise<MediaStorage>> = {
  'the data folder': async () => folderStorage(temporaryFolder()),
  'a bucket': async () => openMediaStorage({ ...readSettings({}), ...inBucket(await startS3Server()) }),
}

it('leaves nothing of objects in the data folder of which one cannot be written', async () => {
  const dataDir = temporaryFolder()
  const storage = folderStorage(dataDir)
  await storage.write([{ name: 'pictures/ab/known.webp', bytes: Buffer.from('known') }])
  // A folder stands where the last one should be.
  await mkdir(join(dataDir, 'pictures/ab/large.webp/inside'), { recursive: true })
  const names = ['known', 'original', 'small', 'large']
  const writing = storage.write(
    names.map(name => ({ name: `pictures/ab/${name}.webp`, bytes: Buffer.from(name) })),
  )
  await expect(writing).rejects.toThrow()
  expect(await namesIn(storage, 'pictures/')).toEqual(['pictures/ab/known.webp'])
})

describe.each(Object.entries(KINDS))('media in %s', (_kind, open) => {
  it('are written, listed, read in parts and removed', async () => {
    const storage = await open()
    const large = randomBytes(300_000)
    const huge = Buffer.alloc(17_000_000, large)
    await storage.write([
      { name: 'pictures/ab/large.webp', bytes: large },
      { name: 'pictures/ab/small.webp', bytes: Buffer.from('small') },
      { name: 'pictures/cd/other.webp', bytes: new Blob(['oth', 'er']) },
      { name: 'streams/huge.mp4', bytes: new Blob([huge]) },
      { name: 'uploads/pictures/ab/mine.jpg', bytes: Buffer.from('mine') },
    ])
    expect(await namesIn(storage, 'pictures/')).toEqual([
      'pictures/ab/large.webp',
      'pictures/ab/small.webp',
      'pictures/cd/other.webp',
    ])
    expect(await namesIn(storage, 'pictures/ab/sm')).toEqual(['pictures/ab/small.webp'])
    expect(await namesIn(storage, 'nothing/')).toEqual([])
    expect(String(await storage.read('pictures/cd/other.webp'))).toBe('other')
    expect(await storage.stat('uploads/pictures/ab/mine.jpg')).toMatchObject({ size: 4 })

    expect((await storage.read('streams/huge.mp4'))?.equals(huge)).toBe(true)

    const file = (await storage.open('pictures/ab/large.webp'))!
    expect(file.size).toBe(large.length)
    for (const [offset, length] of [
      [0, 10],
      [60_000, 20_000],
      [299_990, 100],
      [300_000, 10],
    ] as const) {
      const part = await readBytes(file, offset, length)
      expect(part.equals(large.subarray(offset, offset + length))).toBe(true)
    }
    file.release()

    await storage.remove('pictures/ab/small.webp')
    await storage.remove('pictures/ab/small.webp')
    expect(await storage.read('pictures/ab/small.webp')).toBeUndefined()
    expect(await storage.stat('pictures/ab/small.webp')).toBeUndefined()
    expect(await storage.open('pictures/ab/small.webp')).toBeUndefined()
    storage.close()
  })
})

it('leaves out files that are being written, and removes them once they are old', async () => {
  const folder = temporaryFolder()
  const storage = folderStorage(folder)
  await mkdir(join(folder, 'pictures/ab'), { recursive: true })
  const [old, young] = ['old.tmp', 'young.tmp'].map(name => join(folder, 'pictures/ab', name)) as [
    string,
    string,
  ]
  for (const path of [old, young]) await writeFile(path, '')
  await utimes(old, new Date(0), new Date(0))
  expect(await namesIn(storage, 'pictures/')).toEqual([])
  await storage.removeUnfinished('pictures', 1_000)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})
