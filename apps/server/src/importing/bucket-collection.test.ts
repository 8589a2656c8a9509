import { once } from 'node:events'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tone, wavBytes } from '@refrain/audio/testing/audio-files'
import { fetchStreamIndex } from '@refrain/contract/media/streams'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CollectionBuckets } from '../media/storage/collection-buckets.ts'
import { LocalCopies } from '../media/storage/local-copies.ts'
import { openBucket } from '../object-storage/bucket.ts'
import type { ObjectStorageSettings } from '../object-storage/settings.ts'
import { onEmbedded } from '../testing/databases/both-databases.ts'
import { BUCKET, startS3Server } from '../testing/servers/s3-server.ts'
import { call, startApp } from '../testing/start-app.ts'
import { analyseCollection } from './analysis/analyse-collection.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'
import { retag, writeAlbum } from './testing/write-music.ts'

const ROOT = `s3://${BUCKET}/my/music`

/** Forwards to an S3-compatible server and counts requests, and the bytes of each object that were sent. */
async function countRequests(settings: ObjectStorageSettings) {
  const counted = { requests: 0, listings: 0, bytes: new Map<string, number>() }
  const server = createServer((incoming, outgoing) => {
    const url = new URL(String(incoming.url), settings.endpoint)
    counted.requests++
    if (url.searchParams.has('list-type')) counted.listings++
    const key = decodeURIComponent(url.pathname)
    const { method, headers } = incoming
    const forwarded = ask(url, { method, headers }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.on('data', chunk => counted.bytes.set(key, (counted.bytes.get(key) ?? 0) + chunk.length))
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { counted, objectStorage: { ...settings, endpoint: `http://127.0.0.1:${port}` } }
}

/** Where files are matters to no statement: those of imports are tested on both databases with folders. */
onEmbedded('a collection in a bucket', openTest => {
  const folders = useFolders()
  const ada = { ARTIST: 'Ada', ALBUMARTIST: 'Ada', ALBUM: 'R&B #1 + ü' }

  async function start() {
    const cover = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a22' } })
      .jpeg()
      .toBuffer()
    const names = ['01 One.mp3', '02 Two.flac', '03 Three.m4a', '04 Four.ogg']
    await writeAlbum(folders.music, `Ada/${ada.ALBUM}`, ada, names, { cover })
    const { counted, objectStorage } = await countRequests(await startS3Server())
    const bucket = openBucket(BUCKET, objectStorage)
    const put = (name: string, bytes: Uint8Array) => bucket.write(`my/music/${name}`, bytes)
    for (const entry of await readdir(folders.music, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      await put(path.slice(folders.music.length + 1), await readFile(path))
    }
    await put('.hidden/05 Five.mp3', Buffer.from('hidden'))
    await put('notes.txt', Buffer.from('no music'))
    const buckets = new CollectionBuckets(objectStorage)
    const open = await openTest()
    const importBucket = (more: object = {}) =>
      importMusic(open, folders, { folders: [`${ROOT}/`], buckets, ...more })
    return { open, bucket, buckets, put, counted, objectStorage, importBucket }
  }

  it('is imported like a folder, and an unchanged one costs one listing', async () => {
    const { open, counted, importBucket } = await start()
    expect(await importBucket()).toMatchObject({ added: 4, skipped: [], pictures: [] })
    const found = await readCatalogue(open)
    expect(found.files.map(file => [file.path, file.root])).toEqual(
      ['01 One.mp3', '02 Two.flac', '03 Three.m4a', '04 Four.ogg'].map(name => [
        `${ROOT}/Ada/${ada.ALBUM}/${name}`,
        ROOT,
      ]),
    )
    const local = await openTest()
    await importMusic(local, folders)
    const { files: _, ...expected } = await readCatalogue(local)
    expect(expected.albums[0]?.profile_path).not.toBe('')
    const { files: __, ...same } = found
    expect(same).toEqual(expected)

    counted.requests = 0
    expect(await importBucket()).toMatchObject({ added: 0, unchanged: 4 })
    expect([counted.requests, counted.listings > 0]).toEqual([1, true])
  })

  it('reads tags without the audio, and notices new content of the same size', async () => {
    const { open, put, counted, importBucket } = await start()
    const large = await wavBytes(tone(44_100 * 60))
    await put('Bo/Long/01 Long.wav', large)
    await importBucket()
    const key = `/${BUCKET}/my/music/Bo/Long/01 Long.wav`
    expect(large.length).toBeGreaterThan(5_000_000)
    expect(counted.bytes.get(key)).toBeLessThan(1_000_000)

    const path = join(folders.music, 'Ada', ada.ALBUM, '01 One.mp3')
    const before = await readFile(path)
    await retag(path, { TITLE: 'Uno' })
    const after = await readFile(path)
    await put(`Ada/${ada.ALBUM}/01 One.mp3`, after)
    expect(after.equals(before)).toBe(false)
    expect(await importBucket()).toMatchObject({ added: 0, changed: 1 })
    const titles = await open.db.selectFrom('tracks').select('title').execute()
    expect(titles.map(row => row.title)).toContain('Uno')
  })

  it('forgets what is gone from it, and takes an empty one for an error', async () => {
    const { bucket, buckets, importBucket, open } = await start()
    await importBucket()
    await bucket.remove(`my/music/Ada/${ada.ALBUM}/01 One.mp3`)
    expect(await importBucket({ forget: async () => true })).toMatchObject({ forgotten: 1, retained: [] })
    const empty = importMusic(open, folders, { folders: [`s3://${BUCKET}/nothing`], buckets })
    await expect(empty).rejects.toThrow(/^There is no music in s3:\/\/refrain-backups\/nothing/)
    await expect(importMusic(open, folders, { folders: ['s3://No'], buckets })).rejects.toThrow(
      /s3:\/\/No is no place in a bucket/,
    )
  })

  it('leaves the same recording where it is, on its album and on a compilation, there and in a folder', async () => {
    const { open, put, importBucket } = await start()
    const compiled = join(folders.music, '01 One.mp3')
    await copyFile(join(folders.music, 'Ada', ada.ALBUM, '01 One.mp3'), compiled)
    await retag(compiled, { ALBUM: 'Best of', ALBUMARTIST: 'Various Artists' })
    await put('Various/Best of/01 One.mp3', await readFile(compiled))
    await importBucket()
    const readPlaces = () =>
      open.db.selectFrom('files').select(['path', 'track_id']).orderBy('path').execute()
    const before = await readPlaces()
    expect(before).toHaveLength(5)
    expect(new Set(before.map(row => row.track_id)).size).toBe(5)
    await retag(compiled, { ALBUM: 'Best of', ALBUMARTIST: 'Various Artists', TITLE: 'Uno' })
    await put('Various/Best of/01 One.mp3', await readFile(compiled))
    expect(await importBucket()).toMatchObject({ added: 0, changed: 1, moved: 0 })
    expect(await readPlaces()).toEqual(before)
    // The bucket is no folder of this import, and without its keys it cannot be asked.
    await importMusic(open, folders)
    expect(await readPlaces()).toEqual(expect.arrayContaining(before))
  })

  it('is played by proxy and by redirect, streamed, and analysed', async () => {
    const { open, buckets, objectStorage, importBucket } = await start()
    await importBucket()
    const settings = { objectStorage, dataDir: folders.dataDir }
    const app = await startApp(open, { settings })
    const redirecting = await startApp(open, { settings: { ...settings, storageDelivery: 'redirect' } })
    const track = await open.db
      .selectFrom('tracks')
      .select(['id', 'album_id', 'url'])
      .where('codec', '=', 'flac')
      .executeTakeFirstOrThrow()
    const file = await readFile(join(folders.music, 'Ada', ada.ALBUM, '02 Two.flac'))
    const url = `/audio/${track.album_id}/${encodeURIComponent(track.url)}`
    const whole = await app.inject(url)
    expect(whole.rawPayload.equals(file)).toBe(true)
    expect(whole.headers).toMatchObject({ 'content-type': 'audio/flac', 'cache-control': 'public, no-cache' })
    const end = await app.inject({ url, headers: { range: 'bytes=-100' } })
    expect([end.statusCode, end.rawPayload.equals(file.subarray(-100))]).toEqual([206, true])
    const headers = { range: 'bytes=100-199' }
    expect((await app.inject({ url, headers: { range: `bytes=${file.length}-` } })).statusCode).toBe(416)
    const redirect = await redirecting.inject({ url, headers })
    expect(redirect.statusCode).toBe(302)
    const read = await fetch(String(redirect.headers.location), { headers })
    expect([read.status, read.headers.get('content-type')]).toEqual([206, 'audio/flac'])
    expect(Buffer.from(await read.bytes()).equals(file.subarray(100, 200))).toBe(true)

    const index = await vi.waitFor(async () => {
      const answer = await call(app, fetchStreamIndex, { trackId: track.id })
      const found = fetchStreamIndex.output.parse(answer.json())
      expect(found.complete).toBe(true)
      return found
    }, 10_000)
    const [face] = index.faces
    expect(face?.fragments.length).toBeGreaterThan(0)
    expect((await app.inject(face!.url)).statusCode).toBe(200)
    expect(await readdir(join(folders.dataDir, 'copies'))).toEqual([])

    const copies = new LocalCopies(buckets, folders.dataDir)
    const report = await analyseCollection({ db: open.db, signal: new AbortController().signal, copies })
    expect(report).toMatchObject({ failed: 0 })
    expect(report!.analysed).toBeGreaterThanOrEqual(3)
    expect(await readdir(join(folders.dataDir, 'copies'))).toEqual([])
    // It imports, streams and analyses, each through a bucket: too much for the usual time where others work beside.
  }, 60_000)
})
