import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { updateUserProfilePath } from '@refrain/contract/account/own-account'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { PICTURE_FOLDERS } from '@refrain/contract/media/pictures'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { toArray } from '../../object-storage/to-array.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { onEmbedded } from '../../testing/databases/both-databases.ts'
import { sendPicture } from '../../testing/multipart.ts'
import { seed } from '../../testing/seed.ts'
import { inBucket, startS3Server } from '../../testing/servers/s3-server.ts'
import { signUp } from '../../testing/sign-up.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { encodeDerivatives } from '../pictures/decode-picture.ts'
import { deleteUnusedPictures } from '../pictures/delete-unused-pictures.ts'
import { toObjects } from '../pictures/encoded-picture.ts'
import { originalName } from '../pictures/picture-path.ts'
import { deleteUnusedUploads } from '../uploads/delete-unused-uploads.ts'
import { openMediaStorage } from './open-media-storage.ts'

const COVER = `${'c'.repeat(22)}.webp`
const DAY = 86_400_000
const drawn = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: '#246' } })
    .png()
    .toBuffer()

onEmbedded('pictures and uploads in a bucket', openTestDatabase => {
  async function start(given: Partial<Settings> = {}) {
    const open = await openTestDatabase()
    const dataDir = temporaryFolder()
    const settings = { ...inBucket(await startS3Server()), ...given, dataDir }
    const storage = await openMediaStorage({ ...readSettings({}), ...settings })
    const bytes = await drawn(600)
    const objects = toObjects(COVER, await encodeDerivatives(bytes))
    await storage.write([...objects, { name: originalName(COVER), bytes }])
    const put = seed(open.db)
    const album = await put.album('First', await put.artist('Ada'), { profile_path: COVER })
    const app = await startApp(open, { settings })
    const cover = (file: string) => `/profile_path/${PICTURE_FOLDERS.album}/${album}/${file}`
    const names = async (prefix: string) => (await toArray(storage.list(prefix))).map(({ name }) => name)
    return { open, app, dataDir, storage, settings, cover, names }
  }

  it('are served like files: whole, in ranges, unchanged, as AVIF and JPEG', async () => {
    const { app, cover, storage, names, dataDir } = await start()
    const url = cover(`${'c'.repeat(22)}-512.webp`)
    // Made of the original by the first request.
    expect((await app.inject(url)).statusCode).toBe(200)
    const stored = (await storage.read(`pictures/cc/${'c'.repeat(22)}-512.webp`))!
    const whole = await app.inject(url)
    expect(whole.rawPayload.equals(stored)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(stored.length),
    })
    const part = await app.inject({ url, headers: { range: 'bytes=10-29' } })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-29/${stored.length}`])
    expect(part.rawPayload.equals(stored.subarray(10, 30))).toBe(true)
    const beyond = await app.inject({ url, headers: { range: `bytes=${stored.length}-` } })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${stored.length}`])
    const again = await app.inject({ url, headers: { 'if-none-match': String(whole.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const head = await app.inject({ method: 'HEAD', url, headers: { range: 'bytes=10-29' } })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(stored.length),
    ])

    expect((await app.inject(cover(`${'c'.repeat(22)}-640.jpg`))).headers['content-type']).toBe('image/jpeg')
    const avif = cover(`${'c'.repeat(22)}-96.avif`)
    expect((await app.inject(avif)).headers['content-type']).toBe('image/webp')
    await vi.waitFor(
      async () => expect(await names('pictures/')).toContain(`pictures/cc/${'c'.repeat(22)}-96.avif`),
      10_000,
    )
    expect((await app.inject(avif)).headers['content-type']).toBe('image/avif')
    expect((await app.inject(cover('unknown.webp'))).statusCode).toBe(404)
    expect(existsSync(join(dataDir, 'pictures'))).toBe(false)
  })

  it('are stored by uploads, and removed once nothing uses them', async () => {
    const { app, open, storage, names, dataDir } = await start()
    const ada = await signUp(app)
    const upload = async (edge: number): Promise<string> =>
      (await sendPicture(app, uploadUserPicture, await drawn(edge), ada)).json().filePath
    const unused = await upload(40)
    const used = await upload(41)
    await answerOf(app, updateUserProfilePath, { profile_path: used }, ada)
    const left = async () =>
      new Set((await names('uploads/')).map(name => name.split('/').at(-1)?.slice(0, 22)))
    expect(await left()).toEqual(new Set([unused, used].map(name => name.slice(0, 22))))
    const { id } = await open.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const shown = await app.inject(`/profile_path/${PICTURE_FOLDERS.user}/${id}/${used}`)
    expect([shown.statusCode, (await sharp(shown.rawPayload).metadata()).width]).toEqual([200, 41])
    expect(existsSync(join(dataDir, 'uploads'))).toBe(false)

    const parts = { db: open.db, storage }
    await deleteUnusedUploads(parts, Date.now() + DAY + 10_000)
    expect(await left()).toEqual(new Set([used.slice(0, 22)]))

    await deleteUnusedPictures(open.db, storage, Date.now() + 2 * DAY)
    expect((await names('pictures/')).length).toBeGreaterThan(0)
    await open.db.updateTable('albums').set({ profile_path: '' }).execute()
    await deleteUnusedPictures(open.db, storage, Date.now() + DAY / 2)
    expect((await names('pictures/')).length).toBeGreaterThan(0)
    await deleteUnusedPictures(open.db, storage, Date.now() + 2 * DAY)
    expect(await names('pictures/')).toEqual([])
  })

  it('are read at signed addresses with STORAGE_DELIVERY=redirect', async () => {
    const { app, cover, storage } = await start({ storageDelivery: 'redirect' })
    const stored = (await storage.read(`pictures/cc/${'c'.repeat(22)}-256.webp`))!
    const url = cover(`${'c'.repeat(22)}-256.webp`)
    const redirect = await app.inject(url)
    expect([redirect.statusCode, redirect.headers['cache-control']]).toEqual([302, 'public, max-age=300'])
    const address = String(redirect.headers.location)
    // The same for a while, so that browsers find what they cached.
    expect((await app.inject(url)).headers.location).toBe(address)
    const whole = await fetch(address)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(Buffer.from(await whole.bytes()).equals(stored)).toBe(true)
    const part = await fetch(address, { headers: { range: 'bytes=10-29' } })
    expect([part.status, Buffer.from(await part.bytes()).equals(stored.subarray(10, 30))]).toEqual([
      206,
      true,
    ])
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    const etag = String((await app.inject({ method: 'HEAD', url })).headers.etag)
    expect((await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  })

  it('get 503 in words while the bucket is away, and an upload leaves no row', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const { app, open, settings } = await start()
    const away = await startApp(open, {
      settings: { ...settings, objectStorage: { ...settings.objectStorage, endpoint: 'http://127.0.0.1:1' } },
    })
    const album = await open.db.selectFrom('albums').select('id').executeTakeFirstOrThrow()
    const answer = await away.inject(`/profile_path/${PICTURE_FOLDERS.album}/${album.id}/${COVER}`)
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().error]).toEqual([
      503,
      '2',
      'The media storage cannot be used at the moment: try again.',
    ])
    const ada = await signUp(app)
    expect((await sendPicture(away, uploadUserPicture, await drawn(40), ada)).statusCode).toBe(503)
    expect(await open.db.selectFrom('uploads').selectAll().execute()).toEqual([])
  })
})

it('stops reading from the bucket when the client leaves', async () => {
  const closed = Promise.withResolvers<void>()
  const storage = createServer((request, response) => {
    const size = 1_000_000_000
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(String(request.headers.range)) ?? []
    const end = Math.min(Number(to), size - 1)
    response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${size}`, etag: '"a"' })
    if (end < 100_000) {
      response.end(Buffer.alloc(end + 1))
      return
    }
    response.once('close', closed.resolve)
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  }).listen(0, '127.0.0.1')
  await once(storage, 'listening')
  onTestFinished(() => {
    storage.closeAllConnections()
    storage.close()
  })
  const { port } = storage.address() as AddressInfo
  const key = { region: 'here', accessKeyId: 'id', secretAccessKey: 'secret' }
  const media = await openMediaStorage({
    ...readSettings({}),
    ...inBucket({ ...key, endpoint: `http://127.0.0.1:${port}` }),
  })
  const file = (await media.open('streams/long.mp4'))!
  if ('fd' in file) throw new Error('It is no object.')
  const left = new AbortController()
  const chunks = await file.read(0, file.size - 1, left.signal)
  const first = await chunks[Symbol.asyncIterator]().next()
  expect(first.value.length).toBeGreaterThan(0)
  left.abort()
  await closed.promise
})
