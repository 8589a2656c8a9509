import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { PictureDeriver } from './derive-picture.ts'
import { PictureDecoder } from './picture-decoder.ts'
import { derivativeName, originalName, sourceName } from './picture-path.ts'
import { describePictureSource } from './picture-source.ts'

/** Has one derivative, as the import stores it. @returns which file a further one is made of */
async function start() {
  const folder = temporaryFolder()
  const storage = folderStorage(folder)
  const cover = Buffer.alloc(10_000, 'cover')
  const picture = `${shortId(cover)}.webp`
  const music = join(folder, '1.mp3')
  writeFileSync(music, cover)
  await storage.write([{ name: derivativeName(picture, 256, 'webp'), bytes: Buffer.from('derivative') }])
  const decoder = new PictureDecoder({ processes: 1, limitMs: 1_000 })
  let read = ''
  decoder.encodeDerivative = async source => {
    read = cover.equals(source) ? 'where it was found' : String(source)
    return Buffer.from('made')
  }
  const deriver = new PictureDeriver(storage, decoder, 1)
  return {
    music,
    storeOriginal: () => storage.write([{ name: originalName(picture), bytes: Buffer.from('original') }]),
    async storeSource() {
      const bytes = (await describePictureSource(cover, [music]))!
      await storage.write([{ name: sourceName(picture), bytes }])
    },
    async sourceOf(edge: 96 | 256 | 512) {
      return (await deriver.make(picture, edge, 'jpeg')) ? read : undefined
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
