import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flacBytes, tone, wavBytes } from '@refrain/audio/testing/audio-files'
import { fetchStreamIndex, type StreamIndex } from '@refrain/contract/media/streams'
import type { FastifyInstance } from 'fastify'
import { expect, it, vi } from 'vitest'
import { toArray } from '../../object-storage/to-array.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { type OpenTestDatabase, onEmbedded } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { inBucket, startRestartableS3 } from '../../testing/servers/s3-server.ts'
import { call, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openMediaStorage } from '../storage/open-media-storage.ts'

const sound = tone(44_100 * 6 + 77)

async function readIndex(app: FastifyInstance, trackId: string, quality?: 'saver'): Promise<StreamIndex> {
  const answer = await call(app, fetchStreamIndex, { trackId, start: 'with', ...(quality && { quality }) })
  expect(answer.statusCode).toBe(200)
  return fetchStreamIndex.output.parse(answer.json())
}

const wholeIndex = (app: FastifyInstance, trackId: string, quality?: 'saver') =>
  vi.waitFor(async () => {
    const index = await readIndex(app, trackId, quality)
    expect(index.complete).toBe(true)
    return index
  }, 10_000)

/** The bytes of a rendition, range by range as a player reads them. */
async function playThrough(app: FastifyInstance, { faces: [face] }: StreamIndex): Promise<Buffer> {
  if (!face) throw new Error('There is no rendition.')
  const ranges = [face.init, ...face.fragments].filter(range => range !== null)
  const parts: Buffer[] = []
  for (const [offset, length] of ranges) {
    const range = `bytes=${offset}-${offset + length - 1}`
    const answer = await app.inject({ url: face.url, headers: { range } })
    if (answer.statusCode !== 302) {
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([206, length])
      parts.push(answer.rawPayload)
      continue
    }
    const read = await fetch(String(answer.headers.location), { headers: { range } })
    expect([read.status, read.headers.get('content-type')]).toEqual([206, 'audio/mp4'])
    parts.push(Buffer.from(await read.bytes()))
  }
  return Buffer.concat(parts)
}

async function startWith(openTestDatabase: OpenTestDatabase) {
  const open = await openTestDatabase()
  const music = temporaryFolder()
  const put = seed(open.db)
  const artist = await put.artist('Ines')
  const album = await put.album('Still', artist)
  const trackIds: string[] = []
  for (const [codec, bytes] of [
    ['flac', await flacBytes(sound)] as const,
    ['pcm', await wavBytes(sound)] as const,
  ]) {
    const trackId = await put.track(codec, album, [artist], {
      codec,
      url: codec,
      true_samples: sound.length,
    })
    const path = join(music, codec)
    writeFileSync(path, bytes)
    await put.file(path, music, trackId)
    trackIds.push(trackId)
  }
  const { settings: s3, kill: killS3 } = await startRestartableS3()
  /** A process with a data folder of its own. */
  const serve = async (given: Partial<Settings> = {}) => {
    const dataDir = temporaryFolder()
    const app = await startApp(open, { settings: { ...given, dataDir } })
    return { app, rendered: () => readdirSync(join(dataDir, 'streams')) }
  }
  const storage = await openMediaStorage({ ...readSettings({}), ...inBucket(s3) })
  const sharedNames = async () => (await toArray(storage.list('streams/'))).map(({ name }) => name)
  return { serve, trackIds, s3, killS3, sharedNames }
}

onEmbedded('streams in a bucket', openTestDatabase => {
  const start = () => startWith(openTestDatabase)

  it.each([
    ['rendered', undefined],
    ['encoded', 'saver'],
  ] as const)(
    'are %s by one process and played from the bucket by another, the same bytes as from a folder',
    async (_how, quality) => {
      const { serve, trackIds, s3, sharedNames } = await start()
      const local = await serve()
      const one = await serve(inBucket(s3))
      const other = await serve(inBucket(s3))
      const redirecting = await serve({ ...inBucket(s3), storageDelivery: 'redirect' })
      const expected: { index: StreamIndex; bytes: Buffer }[] = []
      for (const trackId of trackIds) {
        const index = await wholeIndex(local.app, trackId, quality)
        expected.push({ index, bytes: await playThrough(local.app, index) })
        await wholeIndex(one.app, trackId, quality)
      }
      await vi.waitFor(async () => expect(await sharedNames()).toHaveLength(2 * trackIds.length), 10_000)
      for (const [n, trackId] of trackIds.entries()) {
        for (const { app } of [one, other, redirecting]) {
          const index = await readIndex(app, trackId, quality)
          // Everything that gapless playback needs, and the first fragment.
          expect(index).toEqual(expected[n]!.index)
          expect((await playThrough(app, index)).equals(expected[n]!.bytes)).toBe(true)
        }
      }
      expect(other.rendered()).toEqual([])
      expect(redirecting.rendered()).toEqual([])
    },
  )
})

onEmbedded('streams beside a bucket', openTestDatabase => {
  const start = () => startWith(openTestDatabase)

  it('go on from another process while the bucket is away', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { serve, trackIds, s3, killS3, sharedNames } = await start()
    const one = await serve(inBucket(s3))
    const other = await serve(inBucket(s3))
    const asking = await serve(inBucket(s3))
    const index = await wholeIndex(one.app, trackIds[0]!)
    const bytes = await playThrough(one.app, index)
    // The start of an object is read with its size, and remembered.
    expect(bytes.length).toBeGreaterThan(64 * 1024)
    await vi.waitFor(async () => expect(await sharedNames()).toHaveLength(2), 10_000)
    const first = { headers: { range: 'bytes=0-9' }, url: index.faces[0]!.url }
    expect((await asking.app.inject(first)).statusCode).toBe(206)
    await killS3()
    for (const { app } of [other, asking]) {
      expect((await playThrough(app, index)).equals(bytes)).toBe(true)
    }
  })

  it('are rendered again by a process that is asked for one that is not in the bucket yet', async () => {
    const { serve, trackIds, s3 } = await start()
    const one = await serve(inBucket(s3, 'one'))
    const other = await serve(inBucket(s3, 'other'))
    const index = await wholeIndex(one.app, trackIds[0]!)
    const header = await playThrough(one.app, index)
    // Otherwise two services would render different bytes.
    for (const box of ['mvhd', 'tkhd', 'mdhd']) {
      const times = header.indexOf(box) + 8
      expect([...header.subarray(times, times + 8)]).toEqual(Array(8).fill(0))
    }
    const [offset, length] = index.faces[0]!.fragments[0]!
    const headers = { range: `bytes=${offset}-${offset + length - 1}` }
    const [here, there] = await Promise.all(
      [one, other].map(({ app }) => app.inject({ url: index.faces[0]!.url, headers })),
    )
    expect([there!.statusCode, there!.rawPayload.equals(here!.rawPayload)]).toEqual([206, true])
    const unknown = index.faces[0]!.url.replace(/[0-9a-f]{32}/, '0'.repeat(32))
    expect((await other.app.inject(unknown)).statusCode).toBe(404)
  })
})
