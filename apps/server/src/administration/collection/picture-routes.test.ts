import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchAudit } from '@refrain/contract/administration/audit'
import {
  fetchCataloguePicture,
  fetchCataloguePictures,
  removeCataloguePicture,
  uploadCataloguePicture,
} from '@refrain/contract/administration/catalogue-pictures'
import { fetchCollection } from '@refrain/contract/administration/collection'
import { PICTURE_FOLDERS, PICTURE_PATH } from '@refrain/contract/media/pictures'
import { fillPath } from '@refrain/contract/operation'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { importMusic, useFolders } from '../../importing/testing/test-import.ts'
import { writeAlbum } from '../../importing/testing/write-music.ts'
import { deleteUnusedPictures } from '../../media/pictures/delete-unused-pictures.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { sendPicture } from '../../testing/multipart.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const folders = useFolders()
const ADA = { ARTIST: 'Ada', ALBUM: 'First' }
const DAY_MS = 86_400_000

const square = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()

onBothDatabases("an administrator's picture of an album or artist", openTest => {
  /** The app with one imported album. @param cover of its folder; without it, it has none */
  async function start(cover?: Buffer) {
    const open = await openTest()
    const app = await startApp(open, { settings: { dataDir: folders.dataDir } })
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    await writeAlbum(folders.music, 'Ada/First', ADA, ['01 One.mp3'])
    const coverPath = join(folders.music, 'Ada/First/cover.png')
    if (cover) await writeFile(coverPath, cover)
    const scan = () => importMusic(open, folders)
    await scan()
    const { id: albumId } = await open.db.selectFrom('albums').select('id').executeTakeFirstOrThrow()
    const { id: artistId } = await open.db.selectFrom('artists').select('id').executeTakeFirstOrThrow()
    const looks = async () => ({
      album: await open.db.selectFrom('albums').select(LOOK).executeTakeFirstOrThrow(),
      artist: await open.db.selectFrom('artists').select(LOOK).executeTakeFirstOrThrow(),
    })
    const upload = async (kind: 'albums' | 'artists', picture: Buffer) => {
      const id = kind === 'albums' ? albumId : artistId
      const answer = await sendPicture(app, uploadCataloguePicture, picture, key, { kind, id })
      expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
      return answer.json() as { picturePath: string; isUploaded: boolean }
    }
    const remove = (kind: 'albums' | 'artists') =>
      answerOf(app, removeCataloguePicture, { kind, id: kind === 'albums' ? albumId : artistId }, key)
    const status = async (folder: string, ownerId: string, file: string) =>
      (await app.inject({ url: fillPath(PICTURE_PATH, { folder, ownerId, file }) })).statusCode
    return { open, app, key, coverPath, scan, albumId, artistId, looks, upload, remove, status }
  }
  const LOOK = ['profile_path', 'color', 'thumbhash'] as const

  it('stands in for a missing cover, and for the picture of the artist (uploadCataloguePicture, fetchCataloguePicture)', async () => {
    const { app, key, albumId, artistId, looks, upload, remove, status } = await start()
    const before = await looks()
    expect(before.album.profile_path).toBe('')
    const input = { kind: 'albums', id: albumId } as const
    expect(await answerOf(app, fetchCataloguePicture, input, key)).toEqual({
      ...{ kind: 'albums', id: albumId, name: 'First', artist: 'Ada', picturePath: '', isUploaded: false },
    })
    const { picturePath } = await upload('albums', await square('#a33'))
    const after = await looks()
    expect([after.album.profile_path, after.artist.profile_path]).toEqual([picturePath, picturePath])
    expect(after.album.color).not.toBe(before.album.color)
    expect(await status(PICTURE_FOLDERS.album, albumId, picturePath)).toBe(200)
    expect(await status(PICTURE_FOLDERS.artist, artistId, picturePath)).toBe(200)
    expect(await answerOf(app, fetchCollection, {}, key)).toMatchObject({
      ...{ albumsWithoutCover: 0, artistsWithoutPicture: 0, uploadedPictures: 1 },
    })
    expect(await remove('albums')).toMatchObject({ picturePath: '', isUploaded: false })
    expect(await looks()).toEqual({
      album: before.album,
      artist: { ...before.artist, color: expect.any(String) },
    })
  })

  it('stays when the collection is imported again, and gives way to the newest picture of the collection (removeCataloguePicture)', async () => {
    const { coverPath, scan, looks, upload, remove } = await start(await square('#3a3'))
    const own = await looks()
    const { picturePath } = await upload('albums', await square('#a33'))
    await scan()
    expect((await looks()).album.profile_path).toBe(picturePath)
    await writeFile(coverPath, await square('#33a'))
    await utimes(coverPath, new Date(), new Date(Date.now() + 60_000))
    await scan()
    expect((await looks()).album.profile_path).toBe(picturePath)
    await remove('albums')
    const newest = await looks()
    expect(newest.album.profile_path).not.toBe(own.album.profile_path)
    expect(newest.album.profile_path).not.toBe(picturePath)
    expect(newest.artist.profile_path).toBe(newest.album.profile_path)
    await rm(coverPath)
    await scan()
    expect((await looks()).album.profile_path).toBe('')
  })

  it('of an artist takes the place of a cover or of their own picture', async () => {
    const { scan, looks, upload, remove } = await start(await square('#3a3'))
    const cover = await looks()
    const { picturePath } = await upload('artists', await square('#a33'))
    expect(await looks()).toMatchObject({ album: cover.album, artist: { profile_path: picturePath } })
    const own = await square('#33a')
    await writeFile(join(folders.music, 'Ada/artist.png'), own)
    await scan()
    expect((await looks()).artist.profile_path).toBe(picturePath)
    await remove('artists')
    const restored = (await looks()).artist.profile_path
    expect([picturePath, cover.artist.profile_path]).not.toContain(restored)
    expect(restored).not.toBe('')
  })

  it('brings the cover back that stood for the artist', async () => {
    const { looks, upload, remove } = await start(await square('#3a3'))
    const before = await looks()
    await upload('artists', await square('#a33'))
    await remove('artists')
    expect(await looks()).toEqual(before)
  })

  it('can be replaced; the files of the first one and of the collection stay as long as they may be shown', async () => {
    const { open, coverPath, scan, looks, upload, remove, status, albumId } = await start(
      await square('#3a3'),
    )
    const own = (await looks()).album.profile_path
    const first = await upload('albums', await square('#a33'))
    const second = await upload('albums', await square('#aa3'))
    expect((await looks()).album.profile_path).toBe(second.picturePath)
    const storage = folderStorage(folders.dataDir)
    await deleteUnusedPictures(open.db, storage, Date.now() + 2 * DAY_MS)
    const names: string[] = []
    for await (const { name } of storage.list('pictures/')) names.push(name)
    const has = (path: string) => names.some(name => name.includes(path.slice(0, 22)))
    expect([has(own), has(first.picturePath), has(second.picturePath)]).toEqual([true, false, true])
    await rm(coverPath)
    await writeFile(coverPath, await square('#3a3'))
    await scan()
    await remove('albums')
    expect((await looks()).album.profile_path).toBe(own)
    expect(await status(PICTURE_FOLDERS.album, albumId, own)).toBe(200)
  })

  it('is listed and recorded, and refused for what is no picture or nobody has (fetchCataloguePictures)', async () => {
    const { open, app, key, albumId, artistId, upload, remove } = await start()
    await upload('artists', await square('#a33'))
    await upload('albums', await square('#3a3'))
    await open.db
      .updateTable('catalogue_pictures')
      .set({ uploaded_at: 1 })
      .where('artist_id', '=', artistId)
      .execute()
    const { items } = await answerOf(app, fetchCataloguePictures, {}, key)
    expect(items).toMatchObject([
      { kind: 'albums', id: albumId, name: 'First', artist: 'Ada', isUploaded: true },
      { kind: 'artists', id: artistId, name: 'Ada', artist: '', isUploaded: true },
    ])
    const refused = await sendPicture(app, uploadCataloguePicture, Buffer.from('no picture'), key, {
      ...{ kind: 'albums', id: albumId },
    })
    expect(refused.statusCode).toBe(415)
    const unknown = { kind: 'albums', id: artistId } as const
    expect(
      (await sendPicture(app, uploadCataloguePicture, await square('#333'), key, unknown)).statusCode,
    ).toBe(404)
    expect((await call(app, removeCataloguePicture, unknown, key)).statusCode).toBe(404)
    await remove('albums')
    await remove('albums')
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['removedPicture', 'First'],
      ['uploadedPicture', 'First'],
      ['uploadedPicture', 'Ada'],
    ])
  })

  it('goes with its album', async () => {
    const { open, upload } = await start()
    await upload('albums', await square('#a33'))
    await open.db.deleteFrom('files').execute()
    await open.db.deleteFrom('tracks').execute()
    await open.db.deleteFrom('albums').execute()
    expect(await open.db.selectFrom('catalogue_pictures').selectAll().execute()).toEqual([])
  })
})
