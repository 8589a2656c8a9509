import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBytes } from '@refrain/audio/bytes/file-bytes'
import { decodeFlacTrack } from '@refrain/audio/flac/decode-flac-track'
import { readAudioInfo } from '@refrain/audio/formats'
import { makeFlac } from '@refrain/audio/testing/make-flac'
import { openRendition } from '@refrain/audio/testing/open-rendition'
import { readSamples } from '@refrain/audio/testing/read-samples'
import { fetchStreamIndex } from '@refrain/contract/media/streams'
import { expect, it, vi } from 'vitest'
import { analyseCollection } from './importing/analysis/analyse-collection.ts'
import { importMusic, readCatalogue, useFolders } from './importing/testing/test-import.ts'
import { CollectionBuckets } from './media/storage/collection-buckets.ts'
import { openBucket } from './object-storage/bucket.ts'
import { connectApp } from './subsonic/testing/connect-app.ts'
import { onEmbedded } from './testing/databases/both-databases.ts'
import { BUCKET, startS3Server } from './testing/servers/s3-server.ts'
import { signUp } from './testing/sign-up.ts'
import { answerOf, startApp } from './testing/start-app.ts'

const SAMPLES = 132_300
const STARTS = [0, 44_100, 88_788]
const LENGTHS = [44_100, 44_688, 43_512]
/** Each track louder than the one before. */
const music = Int32Array.from({ length: SAMPLES }, (_, i) => {
  const track = STARTS.findLastIndex(start => start <= i)
  return Math.round((track + 1) * 9_000 * Math.sin(i / 11))
})
const SHEET = `PERFORMER "Ada"
TITLE "First"
FILE "disc.wav" WAVE
TRACK 01 AUDIO
TITLE "One"
INDEX 01 00:00:00
TRACK 02 AUDIO
TITLE "Two"
ISRC DEA123456702
INDEX 01 00:01:00
TRACK 03 AUDIO
TITLE "Three"
INDEX 01 00:02:01`

onEmbedded('the tracks of a disc', openTest => {
  const folders = useFolders()

  async function start() {
    const open = await openTest()
    writeFileSync(join(folders.music, 'disc.flac'), makeFlac([music, music], { bits: 16, rate: 44_100 }))
    writeFileSync(join(folders.music, 'disc.cue'), SHEET)
    mkdirSync(folders.dataDir, { recursive: true })
    await importMusic(open, folders)
    const app = await startApp(open, { settings: { dataDir: folders.dataDir } })
    const tracks = (await readCatalogue(open)).tracks.toSorted((a, b) => a.number - b.number)
    const addressOf = (n: number) => `/audio/${tracks[n]!.album_id}/${tracks[n]!.url}`
    return { open, app, tracks, addressOf }
  }

  it('have addresses of their own, under which exactly they are sent, by range (CUE-04)', async () => {
    const { app, addressOf } = await start()
    const sent: Buffer[] = []
    for (const n of [0, 1, 2]) {
      const { headers, rawPayload } = await app.inject({ url: addressOf(n) })
      expect(headers).toMatchObject({ 'content-type': 'audio/wav', 'accept-ranges': 'bytes' })
      expect(readAudioInfo(memoryBytes(rawPayload))).toMatchObject({ trueSamples: LENGTHS[n], bitDepth: 16 })
      sent.push(rawPayload)
    }
    const together = Buffer.concat(sent.map(bytes => bytes.subarray(44)))
    expect(Array.from({ length: SAMPLES }, (_, i) => together.readInt16LE(i * 4))).toEqual([...music])
    const [, second] = sent
    const size = second!.length
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=20-46', 20, 47],
      ['bytes=45-46', 45, 47],
      ['bytes=100001-120002', 100_001, 120_003],
      ['bytes=-7', size - 7, size],
    ] as const) {
      const part = await app.inject({ url: addressOf(1), headers: { range } })
      expect([part.statusCode, part.headers['content-range']]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${size}`,
      ])
      expect(part.rawPayload.equals(second!.subarray(from, to))).toBe(true)
    }
    const head = await app.inject({ method: 'HEAD', url: addressOf(1) })
    expect([head.headers['content-length'], head.body]).toEqual([String(size), ''])
    const beyond = await app.inject({ url: addressOf(1), headers: { range: `bytes=${size}-` } })
    expect(beyond.statusCode).toBe(416)
    const headers = { 'if-none-match': String(head.headers.etag) }
    expect((await app.inject({ url: addressOf(1), headers })).statusCode).toBe(304)
    expect((await app.inject({ url: addressOf(2), headers })).statusCode).toBe(200)
    // Nothing of it is stored.
    expect(readdirSync(join(folders.dataDir, 'streams'))).toEqual([])
  })

  it('are sent from a bucket, of which no copy is left', async () => {
    const objectStorage = await startS3Server()
    const bucket = openBucket(BUCKET, objectStorage)
    await bucket.write('music/disc.flac', makeFlac([music], { bits: 16, rate: 44_100 }))
    await bucket.write('music/disc.cue', Buffer.from(SHEET))
    const open = await openTest()
    const buckets = new CollectionBuckets(objectStorage)
    const report = await importMusic(open, folders, { folders: [`s3://${BUCKET}/music`], buckets })
    expect(report).toMatchObject({ added: 3, skipped: [] })
    mkdirSync(folders.dataDir, { recursive: true })
    const app = await startApp(open, { settings: { dataDir: folders.dataDir, objectStorage } })
    const track = (await readCatalogue(open)).tracks.find(({ number }) => number === 2)!
    const url = `/audio/${track.album_id}/${track.url}`
    const part = await app.inject({ url, headers: { range: 'bytes=1044-1046' } })
    expect([part.statusCode, part.rawPayload.readInt16LE(0)]).toEqual([206, music[STARTS[1]! + 500]])
    await vi.waitFor(() => expect(readdirSync(join(folders.dataDir, 'copies'))).toEqual([]))
  })

  it('are streamed without a gap, and analysed each by itself (CUE-05)', async () => {
    const { open, app, tracks } = await start()
    const streamed: number[][] = []
    for (const [n, { id: trackId }] of tracks.entries()) {
      const index = await vi.waitFor(async () => {
        const found = await answerOf(app, fetchStreamIndex, { trackId })
        expect(found.complete).toBe(true)
        return fetchStreamIndex.output.parse(found)
      }, 10_000)
      expect(index).toMatchObject({ sampleRate: 44_100, trueSamples: LENGTHS[n] })
      expect(index.faces).toMatchObject([{ mime: 'audio/mp4; codecs="flac"', primingSamples: 0 }])
      const path = join(folders.music, '..', `${n}.mp4`)
      writeFileSync(path, (await app.inject({ url: index.faces[0]!.url })).rawPayload)
      using rendition = decodeFlacTrack(await openRendition(path))
      streamed.push((await readSamples(rendition))[0]!)
    }
    expect(streamed.flat()).toEqual([...music])
    await analyseCollection({ db: open.db, signal: new AbortController().signal })
    const analyses = await open.db
      .selectFrom('sound_analyses')
      .select(['track_id', 'peak', 'problem'])
      .execute()
    const peaks = new Map(analyses.map(({ track_id, peak }) => [track_id, Number(peak)]))
    expect(tracks.map(({ id }) => Math.round(peaks.get(id)! * 32_768))).toEqual([9_000, 18_000, 27_000])
  })

  it('are songs of their own to apps, as they are or in another format (CUE-06)', async () => {
    const { app, tracks, addressOf } = await start()
    const { read, send } = await connectApp(app, await signUp(app))
    const id = `tr-${tracks[1]!.id}`
    const { rawPayload } = await app.inject({ url: addressOf(1) })
    expect((await read('getSong', { id })).song).toMatchObject({
      ...{ title: 'Two', track: 2, suffix: 'wav', contentType: 'audio/wav', size: rawPayload.length },
      ...{ bitRate: 1_412, isrc: ['DEA123456702'], duration: 1 },
    })
    for (const name of ['download', 'stream'])
      expect((await send(name, { id })).rawPayload.equals(rawPayload)).toBe(true)
    const mp3 = await send('stream', { id, format: 'mp3', estimateContentLength: true })
    expect(mp3.headers['content-type']).toBe('audio/mpeg')
    const { trueSamples } = readAudioInfo(memoryBytes(mp3.rawPayload))
    expect(Math.abs(trueSamples - LENGTHS[1]!)).toBeLessThan(3_000)
  })
})
