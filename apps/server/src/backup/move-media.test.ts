import { createHash } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { describe, expect, it } from 'vitest'
import { originalName, sourceName } from '../media/pictures/picture-path.ts'
import { describePictureSource } from '../media/pictures/picture-source.ts'
import { folderStorage } from '../media/storage/folder-storage.ts'
import type { MediaStorage } from '../media/storage/media-storage.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { toArray } from '../object-storage/to-array.ts'
import { readSettings } from '../settings.ts'
import { inBucket, startS3Server } from '../testing/servers/s3-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { moveMedia } from './move-media.ts'

const NAMES = Array.from({ length: 30 }, (_, n) => `${n % 3 ? 'pictures' : 'uploads/pictures'}/ab/${n}.webp`)

async function hashesOf(storage: MediaStorage): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const folder of ['pictures/', 'uploads/']) {
    for (const { name } of await toArray(storage.list(folder)))
      hashes[name] = createHash('sha256')
        .update((await storage.read(name))!)
        .digest('hex')
  }
  return hashes
}

async function start() {
  const s3 = await startS3Server()
  const bucket = (prefix: string) => openMediaStorage({ ...readSettings({}), ...inBucket(s3, prefix) })
  const source = folderStorage(temporaryFolder())
  await source.write(
    NAMES.map((name, n) => ({ name, bytes: Buffer.alloc(1_000 + n, name), mtimeMs: 1_000_000 })),
  )
  return { source, target: await bucket('media'), bucket }
}

it('moves media to a bucket and back, equal by hash, and leaves the source as it was', async () => {
  const { source, target } = await start()
  const before = await hashesOf(source)
  expect(Object.keys(before)).toHaveLength(NAMES.length)
  expect(await moveMedia(source, target)).toMatchObject({ objects: 30, present: 0 })
  expect(await hashesOf(target)).toEqual(before)
  expect(await target.read('move.unfinished')).toBeUndefined()

  const back = folderStorage(temporaryFolder())
  expect(await moveMedia(target, back)).toMatchObject({ objects: 30 })
  expect(await hashesOf(back)).toEqual(before)
  expect(await hashesOf(source)).toEqual(before)
  expect(await source.stat(NAMES[0]!)).toMatchObject({ mtimeMs: 1_000_000 })
})

it('continues after an interruption, replaces what differs, and refuses another source', async () => {
  const { source, target, bucket } = await start()
  let writes = 0
  const breaking: MediaStorage = {
    ...target,
    async write(objects) {
      if (++writes > 12) throw new Error('the line is cut')
      await target.write(objects)
    },
  }
  await expect(moveMedia(source, breaking)).rejects.toThrow('the line is cut')
  const some = (await toArray(target.list('pictures/')))[0]!
  const { size } = (await some.stat())!
  await target.write([{ name: some.name, bytes: Buffer.alloc(size, 'wrong') }])

  const elsewhere = folderStorage(temporaryFolder())
  await expect(moveMedia(elsewhere, await bucket('media'))).rejects.toThrow(/interrupted move from/)

  const { objects, present } = await moveMedia(source, await bucket('media'))
  expect([objects, present]).toEqual([30, 10])
  expect(await hashesOf(await bucket('media'))).toEqual(await hashesOf(source))
})

it('refuses a target that has media, and one that does not store what it is given', async () => {
  const { source, target, bucket } = await start()
  await target.write([{ name: 'uploads/pictures/zz/mine.jpg', bytes: Buffer.from('mine') }])
  await expect(moveMedia(source, target)).rejects.toThrow(/^s3:\/\/.* is not empty \(uploads\/pictures\/zz/)
  expect(await toArray(target.list(''))).toHaveLength(1)

  const other = await bucket('other')
  const damaging: MediaStorage = {
    ...other,
    write: objects => other.write(objects.map(({ name }) => ({ name, bytes: Buffer.from('damaged') }))),
  }
  await expect(moveMedia(source, damaging)).rejects.toThrow(/is not what was written/)
})

it('notices that the source was changed meanwhile', async () => {
  const { source, target } = await start()
  const changing: MediaStorage = {
    ...target,
    async write(objects) {
      await target.write(objects)
      if (objects[0]?.name === NAMES.at(-1))
        await source.write([{ name: 'pictures/aa/new.webp', bytes: Buffer.from('new') }])
    },
  }
  await expect(moveMedia(source, changing)).rejects.toThrow(/was changed during the move/)
})

it('moves covers themselves where only their places are stored, as the files may be on this machine alone', async () => {
  const { source, target } = await start()
  const cover = Buffer.alloc(10_000, 'cover')
  const music = join(temporaryFolder(), '1.mp3')
  await writeFile(music, cover)
  const [found, gone] = [shortId(cover), shortId('gone')].map(id => `${id}.webp`) as [string, string]
  const place = (await describePictureSource(cover, [music]))!
  await source.write([found, gone].map(picture => ({ name: sourceName(picture), bytes: place })))
  expect(await moveMedia(source, target)).toMatchObject({ objects: NAMES.length + 2 })
  expect(cover.equals((await target.read(originalName(found)))!)).toBe(true)
  expect(await target.read(sourceName(found))).toBeUndefined()
  expect(place.equals((await target.read(sourceName(gone)))!)).toBe(true)
})

describe('covers of which only the place is stored', () => {
  async function startWithPlace() {
    const { source, target } = await start()
    const cover = Buffer.alloc(10_000, 'cover')
    const music = join(temporaryFolder(), '1.mp3')
    await writeFile(music, cover)
    const picture = `${shortId(cover)}.webp`
    const place = { name: sourceName(picture), bytes: (await describePictureSource(cover, [music]))! }
    const original = { name: originalName(picture), bytes: cover }
    await source.write([place])
    return { source, target, music, place, original }
  }
  /** Moves everything, but is interrupted before the move is complete. */
  async function moveAlmost(source: MediaStorage, target: MediaStorage): Promise<void> {
    const breaking: MediaStorage = {
      ...target,
      async remove(name) {
        if (name === 'move.unfinished') throw new Error('the line is cut')
        await target.remove(name)
      },
    }
    await expect(moveMedia(source, breaking)).rejects.toThrow('the line is cut')
  }

  it('moves one copy where both are stored', async () => {
    const { source, target, place, original } = await startWithPlace()
    await moveAlmost(source, target)
    await source.write([original])
    await target.write([place])
    expect(await moveMedia(source, target)).toMatchObject({ objects: NAMES.length + 1 })
    expect(await target.stat(place.name)).toBeUndefined()
    expect(original.bytes.equals((await target.read(original.name))!)).toBe(true)
  })

  it('continues a move once the music is mounted', async () => {
    const { source, target, music, place, original } = await startWithPlace()
    await rename(music, `${music}.away`)
    await moveAlmost(source, target)
    expect(await target.stat(place.name)).toBeDefined()
    await rename(`${music}.away`, music)
    expect(await moveMedia(source, target)).toMatchObject({ objects: NAMES.length + 1 })
    expect(await target.stat(place.name)).toBeUndefined()
    expect(original.bytes.equals((await target.read(original.name))!)).toBe(true)
  })

  it('continues a move once the music is gone', async () => {
    const { source, target, music, place, original } = await startWithPlace()
    await moveAlmost(source, target)
    await rename(music, `${music}.away`)
    expect(await moveMedia(source, target)).toMatchObject({ objects: NAMES.length + 1 })
    expect(await target.stat(place.name)).toBeUndefined()
    expect(await target.stat(original.name)).toBeDefined()
  })
})
