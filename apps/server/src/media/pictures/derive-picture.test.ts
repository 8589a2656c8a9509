import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortId } from '@refrain/audio/bytes/audio-id'
import type { PictureSize } from '@refrain/contract/media/pictures'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { PictureDeriver } from './derive-picture.ts'
import { PictureDecoder } from './picture-decoder.ts'
import { derivativeName, originalName, sourceName } from './picture-path.ts'
import { describePictureSource, readPictureSource } from './picture-source.ts'

/** Has one derivative, as the import stores it. @returns which file a further one is made of */
async function start(lookup = { read: readPictureSource, limitMs: 20_000 }) {
  const folder = temporaryFolder()
  const storage = folderStorage(folder)
  const cover = Buffer.alloc(10_000, 'cover')
  const picture = `${shortId(cover)}.webp`
  const music = join(folder, '1.mp3')
  writeFileSync(music, cover)
  await storage.write([{ name: derivativeName(picture, 256, 'webp'), bytes: Buffer.from('derivative') }])
  const decoder = new PictureDecoder({ processes: 1, limitMs: 1_000 })
  let used = ''
  decoder.encodeDerivative = async source => {
    used = cover.equals(source) ? 'where it was found' : String(source)
    return Buffer.from('made')
  }
  const deriver = new PictureDeriver(storage, decoder, 2, lookup)
  return {
    music,
    storeOriginal: () => storage.write([{ name: originalName(picture), bytes: Buffer.from('original') }]),
    async storeSource() {
      const bytes = (await describePictureSource(cover, [music]))!
      await storage.write([{ name: sourceName(picture), bytes }])
    },
    async sourceOf(edge: PictureSize) {
      return (await deriver.make(picture, edge, 'jpeg')) ? used : undefined
    },
  }
}

it('makes derivatives of the original, or of the cover in its file, rather than of another derivative', async () => {
  const { music, storeOriginal, storeSource, sourceOf } = await start()
  expect([await sourceOf(256), await sourceOf(512)]).toEqual(['derivative', undefined])
  await storeSource()
  expect([await sourceOf(96), await sourceOf(256)]).toEqual(['where it was found', 'where it was found'])
  await storeOriginal()
  expect(await sourceOf(256)).toBe('original')
  rmSync(music)
  expect(await sourceOf(256)).toBe('original')
})

it('makes smaller derivatives of a larger one while the file is away', async () => {
  const { music, storeSource, sourceOf } = await start()
  await storeSource()
  rmSync(music)
  expect([await sourceOf(96), await sourceOf(512)]).toEqual(['derivative', undefined])
})

it('serves what is stored while the disk of the collection does not answer, and asks it once', async () => {
  const looks: (() => void)[] = []
  let answers = false
  const read: typeof readPictureSource = (...args) =>
    answers ? readPictureSource(...args) : new Promise(resolve => looks.push(() => resolve(undefined)))
  const { storeSource, sourceOf } = await start({ read, limitMs: 50 })
  await storeSource()
  expect(await Promise.all([sourceOf(96), sourceOf(512)])).toEqual(['derivative', undefined])
  expect(await sourceOf(256)).toBe('derivative')
  expect(looks).toHaveLength(1)
  answers = true
  looks[0]?.()
  await expect.poll(() => sourceOf(256)).toBe('where it was found')
})
