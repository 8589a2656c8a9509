import { existsSync, readdirSync } from 'node:fs'
import { mkdir, open as openFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deleteUser, fetchOwnUser, updateUserProfilePath } from '@refrain/contract/account/own-account'
import { byteLimits } from '@refrain/contract/limits'
import {
  uploadPlaylistPicPath,
  uploadPlaylistPicture,
  uploadUserPicPath,
  uploadUserPicture,
} from '@refrain/contract/media/picture-uploads'
import { PICTURE_PATH } from '@refrain/contract/media/pictures'
import { fillPath } from '@refrain/contract/operation'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { MULTIPART_TYPE, multipartOf, sendPicture } from '../../testing/multipart.ts'
import { progressiveJpeg } from '../../testing/progressive-jpeg.ts'
import { GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { PictureDecoder } from '../pictures/picture-decoder.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { deleteUnusedUploads } from './delete-unused-uploads.ts'
import { storeUpload } from './store-upload.ts'
import { UploadQueue } from './upload-queue.ts'

const ODD_DECODER = fileURLToPath(new URL('../pictures/testing/fake-decoder-process.ts', import.meta.url))
const DAY = 86_400_000
const NAME = /^[A-Za-z0-9_-]{22}\.jpg$/

const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#2f4fa8' } })

async function start(open: OpenDatabase) {
  const dataDir = temporaryFolder()
  const app = await startApp(open, { settings: { dataDir } })
  return { app, dataDir, db: open.db }
}

const filesIn = (dataDir: string) => {
  const root = join(dataDir, 'uploads')
  return existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true }).filter(f => f.isFile())
    : []
}

const shown = (app: FastifyInstance, folder: string, ownerId: string, file: string) =>
  app.inject({ url: fillPath(PICTURE_PATH, { folder, ownerId, file }) })

async function playlistOf({ db }: Pick<OpenDatabase, 'db'>, user_id: string, id: string, kind = 'playlist') {
  const row = { id, user_id, kind, title: id, profile_path: '', color: '#000000', thumbhash: '' }
  await db
    .insertInto('playlists')
    .values({ ...row, kind: kind as 'liked', version: 1, created_at: 1 })
    .execute()
}

onBothDatabases("a member's picture", open => {
  it('is uploaded, reencoded as JPEG, chosen and shown (API-60, API-61, API-11, READ-63, MED-06, ENT-04)', async () => {
    const { app } = await start(await open())
    const ada = await signUp(app)
    const { _id } = await answerOf(app, fetchOwnUser, {}, ada)
    expect(await answerOf(app, uploadUserPicPath, { pic_path: `user_profile/${_id}` }, ada)).toEqual({
      success: true,
    })
    const exif = { IFD0: { Copyright: 'where I live' } }
    const sent = await plain(1500, 1200).jpeg().withExif(exif).toBuffer()
    const tail = Buffer.concat([sent, Buffer.from('<script>alert(1)</script>')])
    const { filePath } = (await sendPicture(app, uploadUserPicture, tail, ada)).json()
    expect(filePath).toMatch(NAME)
    expect((await shown(app, 'user_profile', _id, filePath)).statusCode).toBe(404)
    const user = await answerOf(app, updateUserProfilePath, { profile_path: filePath }, ada)
    expect(user.profile_path).toBe(filePath)
    const answer = await shown(app, 'user_profile', _id, filePath)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const { format, width, height, exif: left } = await sharp(answer.rawPayload).metadata()
    expect([format, width, height, left]).toEqual(['jpeg', 1024, 819, undefined])
    expect(answer.rawPayload.includes('where I live')).toBe(false)
    expect(answer.rawPayload.includes('<script>')).toBe(false)
    const small = await shown(app, 'user_profile', _id, filePath.replace('.jpg', '-256.webp'))
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp'])
    for (const [folder, owner] of [
      ['playlist_profile', _id],
      ['user_profile', 'somebody'],
    ] as const) {
      expect((await shown(app, folder, owner, filePath)).statusCode).toBe(404)
    }
  })

  it.each(['png', 'gif', 'webp', 'tiff'] as const)(
    'may be %s, by its bytes (PROP-54, VAL-14)',
    async format => {
      const { app } = await start(await open())
      const ada = await signUp(app)
      const answer = await sendPicture(
        app,
        uploadUserPicture,
        await plain(40).toFormat(format).toBuffer(),
        ada,
      )
      expect([answer.statusCode, answer.json().filePath]).toEqual([200, expect.stringMatching(NAME)])
    },
  )

  it.each([
    ['an SVG', 415, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a BMP', 415, Buffer.from('BM6\0\0\0\0\0\0\0')],
    ['text', 415, Buffer.from('hello')],
    ['a script that calls itself a picture', 415, Buffer.from('<?php echo 1; ?>')],
    ['what begins like a JPEG', 400, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    ['nothing', 400, Buffer.alloc(0)],
    ['more than 5 MB', 413, Buffer.alloc(byteLimits.picture + 1, 0xff)],
  ])('is never %s (PROP-54)', async (_what, status, bytes) => {
    const { app, dataDir } = await start(await open())
    const ada = await signUp(app)
    expect((await sendPicture(app, uploadUserPicture, bytes, ada)).statusCode).toBe(status)
    expect(filesIn(dataDir)).toEqual([])
  })

  it('has at most 40 million pixels and is complete (PROP-54)', async () => {
    const { app, dataDir } = await start(await open())
    const ada = await signUp(app)
    const bomb = await plain(8000, 5001).png().toBuffer()
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 99, sigma: 50 },
      },
    })
      .jpeg()
      .toBuffer()
    for (const bytes of [bomb, whole.subarray(0, whole.length / 2)]) {
      expect((await sendPicture(app, uploadUserPicture, bytes, ada)).statusCode).toBe(400)
    }
    expect(filesIn(dataDir)).toEqual([])
  })

  it('is rejected if it would take long to decode, with 503 if decoding did not finish (PROP-54)', async () => {
    const { app, dataDir, db } = await start(await open())
    const ada = await signUp(app)
    const answer = await sendPicture(app, uploadUserPicture, progressiveJpeg(6300, 882), ada)
    expect([answer.statusCode, answer.json().error]).toEqual([
      400,
      'The picture cannot be used: it has more than 64 scans.',
    ])
    const decoder = new PictureDecoder({ processes: 1, limitMs: 1, program: ODD_DECODER })
    onTestFinished(() => decoder.close())
    const parts = { db, storage: folderStorage(dataDir), decoder, queue: new UploadQueue(1) }
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xd9]), Buffer.from('unanswered')])
    await expect(storeUpload(parts, 'ada', null, bytes, new AbortController().signal)).rejects.toMatchObject({
      statusCode: 503,
      retryAfter: 5,
    })
    expect(filesIn(dataDir)).toEqual([])
  })

  it.each([
    ['of the picture', false],
    ['of the folder with its name', true],
  ])(
    'is refused with 503 while the disk fails at the flush %s, and leaves nothing',
    async (_what, isFolder) => {
      const { app, dataDir } = await start(await open())
      const ada = await signUp(app)
      const png = await plain(20).png().toBuffer()
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const handle = await openFile(dataDir)
      const prototype = Object.getPrototypeOf(handle) as typeof handle
      await handle.close()
      const { sync } = prototype
      const failing = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
        if ((await this.stat()).isDirectory() !== isFolder) return sync.call(this)
        throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })
      })
      onTestFinished(() => void [log, failing].map(spy => spy.mockRestore()))
      const answer = await sendPicture(app, uploadUserPicture, png, ada)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
      expect(filesIn(dataDir)).toEqual([])
      expect(String(log.mock.calls[0])).toMatch(/503: The disk refuses to be written/)
      failing.mockRestore()
      expect((await sendPicture(app, uploadUserPicture, png, ada)).statusCode).toBe(200)
    },
  )

  it('comes in a form with one file (API-61)', async () => {
    const { app, dataDir } = await start(await open())
    const ada = await signUp(app)
    const png = await plain(20).png().toBuffer()
    const file = { name: 'file', bytes: png, filename: 'a.png' }
    const whole = multipartOf([file])
    const url = uploadUserPicture.path
    const statusOf = async (type: string | undefined, payload: Buffer | string) => {
      const headers = { ...ada, ...(type && { 'content-type': type }) }
      return (await app.inject({ method: 'POST', url, headers, payload })).statusCode
    }
    expect(await statusOf('application/json', '{}')).toBe(415)
    expect(await statusOf('image/png', png)).toBe(415)
    expect(await statusOf(undefined, '')).toBe(415)
    expect(await statusOf('multipart/form-data', whole)).toBe(400)
    expect(await statusOf('multipart/form-data; boundary=other', whole)).toBe(400)
    expect(await statusOf(MULTIPART_TYPE, '')).toBe(400)
    expect(await statusOf(MULTIPART_TYPE, whole.subarray(0, whole.length - 40))).toBe(400)
    expect(await statusOf(MULTIPART_TYPE, multipartOf([file, file]))).toBe(400)
    expect(await statusOf(MULTIPART_TYPE, multipartOf([{ ...file, name: 'other' }]))).toBe(400)
    expect(await statusOf(MULTIPART_TYPE, multipartOf([{ name: 'file', bytes: 'a field' }]))).toBe(400)
    expect(filesIn(dataDir)).toEqual([])
    for (const [size, status] of [
      [1025, 413],
      [5000, 413],
      [1024, 200],
    ] as const) {
      const field = { name: 'note', bytes: 'x'.repeat(size) }
      expect([size, await statusOf(MULTIPART_TYPE, multipartOf([file, field]))]).toEqual([size, status])
      expect([size, await statusOf(MULTIPART_TYPE, multipartOf([field, file]))]).toEqual([size, status])
    }
  })

  it('needs a session, and no other call accepts forms (READ-26)', async () => {
    const { app, dataDir } = await start(await open())
    const ada = await signUp(app)
    const png = await plain(20).png().toBuffer()
    expect((await sendPicture(app, uploadUserPicture, png, {})).statusCode).toBe(401)
    expect((await sendPicture(app, uploadUserPicture, png, { 'auth-token': 'x' })).statusCode).toBe(401)
    expect((await sendPicture(app, fetchOwnUser, png, ada)).statusCode).toBe(415)
    expect(filesIn(dataDir)).toEqual([])
  })

  it('can be uploaded with the cookie by our own pages, never by another site (READ-26)', async () => {
    const { app } = await start(await open())
    const { 'auth-token': token } = await signUp(app)
    const png = await plain(20).png().toBuffer()
    const cookie = `token=${token}`
    const statusOf = async (headers: Record<string, string>) =>
      (await sendPicture(app, uploadUserPicture, png, { cookie, ...headers })).statusCode
    expect(await statusOf({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).toBe(200)
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403)
  })

  it('names its target and nothing else: no path, no other member (API-59, API-60, READ-63)', async () => {
    const opened = await open()
    const { app } = await start(opened)
    const ada = await signUp(app)
    const grace = await signUp(app, GRACE)
    const [own, other] = await Promise.all([ada, grace].map(each => answerOf(app, fetchOwnUser, {}, each)))
    await playlistOf(opened, own?._id as string, 'mine')
    await playlistOf(opened, own?._id as string, 'likes', 'liked')
    await playlistOf(opened, other?._id as string, 'hers')
    const user = async (pic_path: string) =>
      (await call(app, uploadUserPicPath, { pic_path }, ada)).statusCode
    const list = async (pic_path: string) =>
      (await call(app, uploadPlaylistPicPath, { pic_path }, ada)).statusCode
    expect([await user(own?._id as string), await user(other?._id as string)]).toEqual([200, 404])
    expect([await list('mine'), await list('playlist_profile/mine')]).toEqual([200, 200])
    expect([await list('hers'), await list('none'), await list('likes')]).toEqual([404, 404, 404])
    for (const bad of [
      '../mine',
      'playlist_profile/../mine',
      'playlist_profile/mine/x',
      'playlist_profile//mine',
      '/mine',
      'user_profile/mine',
      'playlist_profile\\mine',
      'mine\u0000',
      '',
      'm'.repeat(129),
    ]) {
      expect([bad, await list(bad)]).toEqual([bad, 400])
    }
  })

  it('belongs to the playlist that was named last, once (API-62, MED-05, READ-63)', async () => {
    const opened = await open()
    const { app, db } = await start(opened)
    const ada = await signUp(app)
    const { _id } = await answerOf(app, fetchOwnUser, {}, ada)
    await playlistOf(opened, _id, 'one')
    await playlistOf(opened, _id, 'two')
    const png = await plain(20).png().toBuffer()
    await answerOf(app, uploadPlaylistPicPath, { pic_path: 'one' }, ada)
    await answerOf(app, uploadPlaylistPicPath, { pic_path: 'two' }, ada)
    const first = (await sendPicture(app, uploadPlaylistPicture, png, ada)).json().filePath
    const second = (await sendPicture(app, uploadPlaylistPicture, png, ada)).json().filePath
    await answerOf(app, uploadPlaylistPicPath, { pic_path: 'one' }, ada)
    await db
      .updateTable('upload_targets')
      .set({ until: Date.now() - 1 })
      .execute()
    const third = (await sendPicture(app, uploadPlaylistPicture, png, ada)).json().filePath
    const rows = await db.selectFrom('uploads').select(['id', 'playlist_id']).execute()
    const forWhat = new Map(rows.map(row => [`${row.id}.jpg`, row.playlist_id]))
    expect([first, second, third].map(name => forWhat.get(name))).toEqual(['two', null, null])
    await db.updateTable('playlists').set({ profile_path: first }).where('id', '=', 'two').execute()
    expect((await shown(app, 'playlist_profile', 'two', first)).statusCode).toBe(200)
    expect((await shown(app, 'playlist_profile', 'one', first)).statusCode).toBe(404)
  })

  it('cannot be chosen by anybody else (READ-36)', async () => {
    const { app } = await start(await open())
    const ada = await signUp(app)
    const grace = await signUp(app, GRACE)
    const { filePath } = (
      await sendPicture(app, uploadUserPicture, await plain(20).png().toBuffer(), ada)
    ).json()
    expect((await call(app, updateUserProfilePath, { profile_path: filePath }, grace)).statusCode).toBe(400)
  })

  it('replaces the previous one; unused files are deleted (PROP-53, PROP-54)', async () => {
    const { app, dataDir, db } = await start(await open())
    const ada = await signUp(app)
    const names: string[] = []
    for (const edge of [30, 31, 32]) {
      const { filePath } = (
        await sendPicture(app, uploadUserPicture, await plain(edge).png().toBuffer(), ada)
      ).json()
      names.push(filePath)
    }
    const [first = '', second = ''] = names
    const left = () => new Set(filesIn(dataDir).map(file => `${file.name.slice(0, 22)}.jpg`))
    await answerOf(app, updateUserProfilePath, { profile_path: first }, ada)
    await answerOf(app, updateUserProfilePath, { profile_path: second }, ada)
    expect(await db.selectFrom('uploads').select('id').execute()).toHaveLength(2)
    await deleteUnusedUploads({ db, storage: folderStorage(dataDir) })
    expect(left().size).toBe(3)
    await deleteUnusedUploads({ db, storage: folderStorage(dataDir) }, Date.now() + 2 * 3_600_000)
    expect(left()).toEqual(new Set([second, names[2]]))
    await deleteUnusedUploads({ db, storage: folderStorage(dataDir) }, Date.now() + DAY + 1000)
    expect(left()).toEqual(new Set([second]))
    await answerOf(app, deleteUser, {}, ada)
    await deleteUnusedUploads({ db, storage: folderStorage(dataDir) }, Date.now() + 2 * 3_600_000)
    expect(left().size).toBe(0)
  })

  it('leaves nothing behind that has no row, also while no row can be deleted, as on a full disk', async () => {
    const { app, dataDir, db } = await start(await open())
    const ada = await signUp(app)
    await sendPicture(app, uploadUserPicture, await plain(30).png().toBuffer(), ada)
    const own = filesIn(dataDir).map(file => file.name)
    const put = async (name: string) => {
      await mkdir(join(dataDir, 'uploads/pictures/ab'), { recursive: true })
      await writeFile(join(dataDir, 'uploads/pictures/ab', name), 'left over')
    }
    await put(`${'x'.repeat(22)}-256.webp`)
    await put(`${'y'.repeat(22)}.jpg.1.tmp`)
    await db.schema.alterTable('upload_targets').renameTo('away').execute()
    const sweep = deleteUnusedUploads({ db, storage: folderStorage(dataDir) }, Date.now() + 2 * DAY)
    await expect(sweep).rejects.toThrow('upload_targets')
    expect(filesIn(dataDir).map(file => file.name)).toEqual(own)
  })

  it('is rejected beyond 100 MB per member (PROP-54)', async () => {
    const { app, dataDir, db } = await start(await open())
    const ada = await signUp(app)
    const png = await plain(20).png().toBuffer()
    await sendPicture(app, uploadUserPicture, png, ada)
    await db
      .updateTable('uploads')
      .set({ bytes: 100 * 1024 * 1024 })
      .execute()
    const before = filesIn(dataDir).length
    expect((await sendPicture(app, uploadUserPicture, png, ada)).statusCode).toBe(409)
    expect(filesIn(dataDir)).toHaveLength(before)
  })
})
