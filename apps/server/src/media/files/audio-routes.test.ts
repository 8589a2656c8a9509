import { createHash, hash, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, get as open } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DAILY_MIX_PATH, dailyMixPicture } from '@refrain/contract/media/daily-mix-pictures'
import { fillPath } from '@refrain/contract/operation'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

/** However slow the machine is. */
const SOON = { timeout: 10_000 }

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251))

/** Any name that a rendition may have. */
const RENDITION = `${'a'.repeat(32)}.mp4`

onBothDatabases('audio files', openDatabase => {
  async function start(given: { bytes?: Buffer; url?: string; scale?: number } = {}) {
    const open = await openDatabase()
    const root = temporaryFolder()
    const path = join(root, 'Album', 'sound.mp3')
    mkdirSync(join(root, 'Album'))
    writeFileSync(path, given.bytes ?? BYTES)
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist)
    const url = given.url ?? 'sound.mp3'
    const track = await put.track('A', album, [artist], { url })
    await put.file(path, root, track)
    const settings = { dataDir: temporaryFolder(), rateLimitScale: given.scale ?? 0 }
    const asked: string[] = []
    const prepareFile = async (file: string) => {
      asked.push(file)
    }
    const app = await startApp(open, { settings, prepareFile })
    const address = `/audio/${album}/${encodeURIComponent(url)}`
    const get = (headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: address, headers })
    return { open, app, put, root, path, artist, album, track, address, get, asked }
  }

  it('sends the whole file with a fixed content type that cannot run scripts (MED-01)', async () => {
    const { get, asked, path } = await start()
    const answer = await get()
    expect([answer.statusCode, answer.rawPayload.equals(BYTES)]).toEqual([200, true])
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(asked).toEqual([path])
  })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=500-', 500, 999],
    ['bytes=-10', 990, 999],
    ['bytes=999-5000', 999, 999],
    ['bytes=-5000', 0, 999],
  ])('sends the range %s (MED-01)', async (range, first, last) => {
    const { get } = await start()
    const answer = await get({ range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${first}-${last}/1000`)
    expect(answer.rawPayload.equals(BYTES.subarray(first, last + 1))).toBe(true)
  })

  it.each(['bytes=1000-', 'bytes=-0', 'bytes=5-2', 'bytes=x', 'bytes=-', 'bytes=1e3-'])(
    'refuses the range %s with 416 (MED-01)',
    async range => {
      const { get } = await start()
      const answer = await get({ range })
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */1000'])
    },
  )

  it('sends the whole file for several ranges or another unit', async () => {
    const { get } = await start()
    for (const range of ['bytes=0-1,5-6', 'seconds=1-2']) {
      const answer = await get({ range })
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 1000])
    }
  })

  it('supports 304, If-Range and HEAD by ETag and modification time', async () => {
    const { get, path } = await start()
    const { headers } = await get()
    const etag = String(headers.etag)
    const time = String(headers['last-modified'])
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get({ 'if-none-match': '"other"', 'if-modified-since': time })).statusCode).toBe(200)
    expect((await get({ 'if-modified-since': time })).statusCode).toBe(304)
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206)
    expect((await get({ range: 'bytes=0-1', 'if-range': time })).statusCode).toBe(206)
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200)
    const head = await get({}, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '1000', ''])
    // Ranges are for GET alone.
    for (const range of ['bytes=0-1', 'bytes=1000-']) {
      const { statusCode, headers } = await get({ range }, 'HEAD')
      expect([statusCode, headers['content-length'], headers['content-range']]).toEqual([
        200,
        '1000',
        undefined,
      ])
    }
    writeFileSync(path, BYTES.subarray(0, 900))
    utimesSync(path, 1, 1)
    await expect.poll(async () => (await get()).headers.etag, SOON).not.toBe(etag)
    expect((await get()).rawPayload.length).toBe(900)
  })

  it('serves file names in any language, and a large file completely (PROP-63)', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abcdefg')
    const { get } = await start({ bytes, url: '01 Ähre & Öl #1 100%.flac' })
    const answer = await get()
    // It is the sound that counts, not the name's ending.
    expect(answer.headers['content-type']).toBe('audio/mpeg')
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    const part = await get({ range: 'bytes=100000-900000' })
    expect(part.rawPayload.equals(bytes.subarray(100_000, 900_001))).toBe(true)
  })

  it('answers 404 for what is unavailable, missing or gone', async () => {
    const { open, get, put, path } = await start()
    expect((await get()).statusCode).toBe(200)
    await open.db.updateTable('tracks').set({ available: 0 }).execute()
    await put.changed()
    await expect.poll(async () => (await get()).statusCode, SOON).toBe(404)
    await open.db.updateTable('tracks').set({ available: 1 }).execute()
    await put.changed()
    await expect.poll(async () => (await get()).statusCode, SOON).toBe(200)
    rmSync(path)
    await expect.poll(async () => (await get()).statusCode, SOON).toBe(404)
  })

  it('answers 404 for an address that no text may be made of', async () => {
    const { app } = await start()
    for (const path of [
      '/audio/%00/x.mp3',
      '/audio/x/%00.mp3',
      `/stream/%00/${RENDITION}`,
      '/stream/x/%00.mp4',
    ])
      expect([path, (await app.inject(path)).statusCode]).toEqual([path, 404])
    for (const path of ['/profile_path/%00/x/y.jpg', '/profile_path/user_profile/%00/y.jpg'])
      expect([path, (await app.inject(path)).statusCode]).toEqual([path, 404])
  })

  it('serves nothing outside the collection, whatever the address or a symbolic link says', async () => {
    const { app, put, root, artist, album } = await start()
    const outside = join(temporaryFolder(), 'secret.mp3')
    writeFileSync(outside, 'secret')
    symlinkSync(outside, join(root, 'link.mp3'))
    symlinkSync(join(outside, '..'), join(root, 'folder'))
    const paths = [
      [join(root, 'link.mp3'), 'link.mp3'],
      [join(root, 'folder', 'secret.mp3'), 'folder.mp3'],
      [outside, 'outside.mp3'],
      [join(root, 'Album'), 'directory.mp3'],
    ] as const
    for (const [path, url] of paths) {
      await put.file(path, root, await put.track(url, album, [artist], { url }))
      expect((await app.inject(`/audio/${album}/${url}`)).statusCode).toBe(404)
    }
    for (const url of [
      `/audio/${album}/..%2f..%2fetc%2fpasswd`,
      `/audio/${album}/%2fetc%2fpasswd`,
      `/audio/${album}/sound.mp3%00`,
      `/audio/${album}//sound.mp3`,
      `/audio/${album}/.env`,
      `/audio/..%2f${album}/sound.mp3`,
      `/audio/__proto__/constructor`,
      `/audio/${album}/__proto__`,
      `/audio/${'a'.repeat(1900)}/b`,
    ]) {
      const { statusCode } = await app.inject(url)
      expect([url, statusCode]).toEqual([url, 404])
    }
  })

  it('sends the right bytes to many clients that stop reading for a while, and to those after them', async () => {
    const bytes = randomBytes(12_000_000)
    const { app, address } = await start({ bytes })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    // More than there are large buffers.
    const clients = await Promise.all(Array.from({ length: 80 }, () => openPaused(port, address)))
    for (const client of clients.slice(40)) client.leave()
    const waiting = clients.slice(0, 40).map(client => client.readHash())
    const later = await openPaused(port, address)
    const expected = hash('sha1', bytes)
    expect(new Set(await Promise.all([...waiting, later.readHash()]))).toEqual(new Set([expected]))
  })

  it('limits concurrent files per address, pictures included, and sends more once some have ended', async () => {
    const { app, address, get, put } = await start({ bytes: Buffer.alloc(30_000_000), scale: 0.005 })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    // Guests of one address may take a thousand: here five.
    const sockets = Array.from({ length: 5 }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      socket.on('error', () => {})
      onTestFinished(() => void socket.destroy())
      return socket
    })
    for (const socket of sockets) {
      await new Promise<void>(resolve => {
        socket.once('data', () => {
          socket.pause()
          resolve()
        })
      })
    }
    const artist = await put.artist('Grace', { profile_path: 'k3f9.webp' })
    const pictures = [
      `/profile_path/artist_profile/${artist}/k3f9.webp`,
      fillPath(DAILY_MIX_PATH, { file: dailyMixPicture(1).file }),
    ]
    for (const picture of pictures) expect((await app.inject(picture)).statusCode).toBe(429)
    expect((await get({}, 'HEAD')).statusCode).toBe(429)
    expect(Number((await get({}, 'HEAD')).headers['retry-after'])).toBeGreaterThan(0)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await get({}, 'HEAD')).statusCode, SOON).toBe(200)
  })
})

/** Asks for a file, and reads nothing but the beginning. */
async function openPaused(port: number, path: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    open({ port, host: '127.0.0.1', path, agent: false }, resolve).on('error', reject)
  })
  answer.on('error', () => {})
  return {
    leave: () => void answer.destroy(),
    async readHash(): Promise<string> {
      const sum = createHash('sha1')
      for await (const chunk of answer) sum.update(chunk)
      return sum.digest('hex')
    },
  }
}
