import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Codec } from '@refrain/audio/audio-info'
import { flacBytes, mp3Bytes, tone } from '@refrain/audio/testing/audio-files'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../http/create-app.ts'
import { readSettings } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { OpenFiles } from '../files/open-files.ts'
import { CollectionBuckets } from '../storage/collection-buckets.ts'
import { LocalCopies } from '../storage/local-copies.ts'
import { StreamCache } from '../streams/stream-cache.ts'
import { TranscodedStreams, type TranscodeRequest } from './transcoded-streams.ts'
import { Transcoder } from './transcoder.ts'

const RATE = 44_100

/** An ID3v2.3 tag that holds a picture of so many bytes. */
function id3WithPicture(size: number): Buffer {
  const content = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), Buffer.alloc(size, 1)])
  const frame = Buffer.alloc(10)
  frame.write('APIC')
  frame.writeUInt32BE(content.length, 4)
  const length = frame.length + content.length
  const header = Buffer.from([
    ...Buffer.from('ID3'),
    3,
    0,
    0,
    ...[21, 14, 7, 0].map(by => (length >> by) & 127),
  ])
  return Buffer.concat([header, frame, content])
}

onBothDatabases('transcoded streams', open => {
  /** A track of ten seconds, and a service that sends what `wish` asks for. */
  async function start(
    wish: Omit<TranscodeRequest, 'trackId' | 'caller'>,
    original?: { codec: Codec; bytes: Buffer },
  ) {
    const { db } = await open()
    const folder = temporaryFolder()
    const app = await createApp({ ...readSettings({}), rateLimitScale: 0 })
    const files = new OpenFiles()
    const cache = await StreamCache.open(join(folder, 'streams'), files, 64 * 1024 * 1024)
    const copies = new LocalCopies(new CollectionBuckets(readSettings({}).objectStorage), folder)
    const transcoder = new Transcoder(cache, copies)
    onTestFinished(async () => {
      await app.close()
      await transcoder.close()
      files.close()
    })
    const sound = tone(RATE * 10)
    const { artist, album, track, file } = seed(db)
    const artistId = await artist('Ines')
    const trackId = await track('One', await album('Still', artistId), [artistId], {
      ...{ codec: original?.codec ?? 'flac', true_samples: sound.length, priming_samples: 0 },
    })
    const path = join(folder, `one.${original?.codec ?? 'flac'}`)
    writeFileSync(path, original?.bytes ?? (await flacBytes(sound)))
    await file(path, folder, trackId)
    const streams = new TranscodedStreams({
      ...{ db, files, transcoder, countFile: () => {}, prepareFile: undefined },
    })
    app.route<{ Params: { trackId: string } }>({
      method: ['GET', 'HEAD'],
      url: '/transcoded/:trackId',
      config: { isFile: true },
      async handler(request, reply) {
        const isSent = await streams.send(request, reply, {
          ...{ ...wish, trackId: request.params.trackId, caller: 'ada' },
          headers: { 'access-control-allow-origin': '*' },
        })
        return isSent ? reply : 'the original'
      },
    })
    const get = (headers = {}, id = trackId, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: `/transcoded/${id}`, headers })
    return { get, transcoder }
  }

  it('are sent as they are made, then with their length and by range (SUB-81, SUB-82)', async () => {
    const { get } = await start({ format: 'mp3', maxBitRate: 64 })
    const made = await get()
    expect(made.statusCode).toBe(200)
    expect(made.headers).toMatchObject({
      ...{ 'content-type': 'audio/mpeg', 'accept-ranges': 'none', 'access-control-allow-origin': '*' },
    })
    expect(made.headers['content-length']).toBeUndefined()
    const size = made.rawPayload.length
    await expect
      .poll(async () => (await get({}, undefined, 'HEAD')).headers['content-length'], { timeout: 10_000 })
      .toBe(String(size))
    const part = await get({ range: 'bytes=1000-1999' })
    expect(part.headers['access-control-allow-origin']).toBe('*')
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${size}`])
    expect(part.rawPayload).toEqual(made.rawPayload.subarray(1_000, 2_000))
  })

  it('wait for their true length if it is asked for (SUB-82)', async () => {
    const { get, transcoder } = await start({ maxBitRate: 96, needsLength: true })
    // Nothing is encoded for the head alone.
    const head = await get({}, undefined, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.headers).toMatchObject({ 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes' })
    expect(head.headers).not.toHaveProperty('content-length')
    expect(transcoder.jobs).toBe(0)
    const whole = await get()
    expect((await get({}, undefined, 'HEAD')).headers['content-length']).toBe(String(whole.rawPayload.length))
    expect(Number(whole.headers['content-length'])).toBe(whole.rawPayload.length)
    // Ten seconds of 96 kbit/s.
    expect(whole.rawPayload.length / 12_000).toBeGreaterThan(9.5)
    expect(whole.rawPayload.length / 12_000).toBeLessThan(11)
  })

  it.each([
    [160, 15_000],
    [320, 500_000],
  ])(
    'of MP3 are not made for a limit of %d kbit/s that only the cover exceeds (SUB-81)',
    async (limit, cover) => {
      const sound = await mp3Bytes(tone(RATE * 10))
      const bytes = Buffer.concat([id3WithPicture(cover), sound])
      const { get } = await start({ maxBitRate: limit }, { codec: 'mp3', bytes })
      expect((await get()).body).toBe('the original')
    },
  )

  it('leave the original to the caller where it fulfils the wish (SUB-80)', async () => {
    const { get } = await start({ format: 'raw', maxBitRate: 64 })
    expect((await get()).body).toBe('the original')
  })

  it('are empty past the end of the track (SUB-83)', async () => {
    const { get } = await start({ format: 'mp3', offset: 10 })
    const { statusCode, headers, body } = await get()
    expect([statusCode, headers['content-type'], headers['content-length'], body]).toEqual([
      ...[200, 'audio/mpeg', '0', ''],
    ])
  })

  it('are not there for unknown tracks', async () => {
    const { get } = await start({ format: 'mp3' })
    expect((await get({}, 'unknown')).statusCode).toBe(404)
  })
})
