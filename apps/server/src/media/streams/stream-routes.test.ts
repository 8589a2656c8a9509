import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Codec } from '@refrain/audio/audio-info'
import { FORMATS } from '@refrain/audio/formats'
import type { RenditionJob } from '@refrain/audio/rendition/rendition'
import { aiffBytes, flacBytes, mp3Bytes, tone, wavBytes } from '@refrain/audio/testing/audio-files'
import { fixturePath } from '@refrain/audio/testing/fixtures'
import { fetchStreamIndex, type StreamIndex } from '@refrain/contract/media/streams'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from '../../http/create-app.ts'
import { readSettings } from '../../settings.ts'
import { type OpenTestDatabase, onBothDatabases, onEmbedded } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { call } from '../../testing/start-app.ts'
import { OpenFiles } from '../files/open-files.ts'
import { CollectionBuckets } from '../storage/collection-buckets.ts'
import { folderStorage } from '../storage/folder-storage.ts'
import { LocalCopies } from '../storage/local-copies.ts'
import { findEncoders } from '../transcoding/find-encoders.ts'
import { StreamCache } from './stream-cache.ts'
import { registerStreams } from './stream-routes.ts'

const RATE = 44_100
const sound = tone(RATE * 3 + 77)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-streams-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

/** Asks until nothing more is to come. */
async function wholeIndex(app: FastifyInstance, trackId: string, container?: 'mp4'): Promise<StreamIndex> {
  return vi.waitFor(async () => {
    const answer = await call(app, fetchStreamIndex, { trackId, ...(container && { container }) })
    expect(answer.statusCode).toBe(200)
    const index = fetchStreamIndex.output.parse(answer.json())
    expect(index.complete).toBe(true)
    return index
  }, 10_000)
}

/** A service with one track. */
async function startWith(
  open: OpenTestDatabase,
  codec: Codec,
  bytes: Uint8Array,
  given: { prepareFile?: (path: string) => Promise<void>; streamCache?: number; priming?: number } = {},
) {
  const { db } = await open()
  const { streamCache = 64, prepareFile } = given
  async function serve(dataDir: string) {
    const app = await createApp({ ...readSettings({}), rateLimitScale: 0 })
    const files = new OpenFiles()
    onTestFinished(async () => {
      await app.close()
      files.close()
    })
    const countFile = () => {}
    const storage = folderStorage(dataDir)
    const copies = new LocalCopies(new CollectionBuckets(readSettings({}).objectStorage), dataDir)
    const cache = await StreamCache.open(join(dataDir, 'streams'), files, streamCache * 1024 * 1024)
    registerStreams(app, {
      ...{ db, files, copies, cache, countFile, storage, storageStreams: 64, prepareFile },
      encoders: findEncoders,
    })
    return app
  }
  const app = await serve(join(folder, 'data'))
  const { artist, album, track, file } = seed(db)
  const artistId = await artist('Ines')
  const albumId = await album('Still', artistId)
  const trackId = await track('One', albumId, [artistId], {
    codec,
    url: 'One file.mp3',
    true_samples: sound.length,
    priming_samples: given.priming ?? 0,
  })
  const path = join(folder, 'sound')
  writeFileSync(path, bytes)
  await file(path, folder, trackId)
  return { app, serve, db, albumId, trackId, path }
}

type Given = Parameters<typeof startWith> extends [unknown, ...infer Rest] ? Rest : never

onBothDatabases('streams', open => {
  const start = (...given: Given) => startWith(open, ...given)

  it('streams an MP3 as ranges of its file, without writing anything', async () => {
    const bytes = await mp3Bytes(sound)
    const { app, albumId, trackId } = await start('mp3', bytes, { priming: 1105 })
    const { faces } = await wholeIndex(app, trackId)
    const url = `/audio/${albumId}/One%20file.mp3`
    expect(faces).toMatchObject([{ mime: 'audio/mpeg', url, init: null, primingSamples: 576 }])
    const fragments = faces[0]?.fragments ?? []
    // Each range starts with a frame, and none is the frame that only describes the others.
    for (const [offset] of fragments) expect(bytes[offset]).toBe(0xff)
    expect(fragments[0]?.[0]).toBeGreaterThan(0)
    expect(fragments[1]?.[2]).toBeLessThanOrEqual(RATE / 2)
    const [offset = 0, length = 0] = fragments.at(-1) ?? []
    expect(offset + length).toBe(bytes.length)
    const streams = join(folder, 'data', 'streams')
    const [written] = readdirSync(streams).filter(name => name.endsWith('.mp4'))
    expect(statSync(join(streams, written ?? '')).size).toBe(0)
  })

  it('creates a rendition once for concurrent requests, after preparing the file', async () => {
    const prepareFile = vi.fn(async () => {})
    const { app, trackId, path } = await start('flac', await flacBytes(sound), { prepareFile })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(app, fetchStreamIndex, { trackId })),
    )
    const urls = answers.map(answer => answer.json<StreamIndex>().faces[0]?.url)
    expect(new Set(urls).size).toBe(1)
    await wholeIndex(app, trackId)
    expect(readdirSync(join(folder, 'data', 'streams'))).toHaveLength(2)
    expect(prepareFile).toHaveBeenCalledWith(path)
  })

  it('answers 404 for an unknown track or a missing file', async () => {
    const { app, db, trackId, path } = await start('flac', await flacBytes(sound))
    expect((await call(app, fetchStreamIndex, { trackId: 'unknown' })).statusCode).toBe(404)
    rmSync(path)
    symlinkSync('/etc/hostname', path)
    expect((await call(app, fetchStreamIndex, { trackId })).statusCode).toBe(404)
    await db.updateTable('files').set({ missing: 1 }).execute()
    expect((await call(app, fetchStreamIndex, { trackId })).statusCode).toBe(404)
  })

  it('serves what a process with a cache of its own has named, and what that one has more of', async () => {
    const { app, serve, trackId } = await start('flac', await flacBytes(sound))
    const { faces } = await wholeIndex(app, trackId)
    const url = faces[0]?.url ?? ''
    const [offset = 0, length = 0] = faces[0]?.fragments.at(-1) ?? []
    const headers = { range: `bytes=${offset}-${offset + length - 1}` }
    const named = await app.inject({ url, headers })
    const streams = join(folder, 'other', 'streams')
    const other = await serve(join(folder, 'other'))
    const key = /([0-9a-f]{32})\.mp4$/.exec(url)?.[1]
    // As if it had just begun by itself.
    writeFileSync(join(streams, `${key}.begun.part`), named.rawPayload.subarray(0, 10))
    const found = await other.inject({ url, headers })
    expect([found.statusCode, found.rawPayload]).toEqual([206, named.rawPayload])
    expect(readdirSync(streams)).toContain(`${key}.mp4`)
  })

  it('serves ranges, rejects those beyond the end, and knows no other names (PROP-63)', async () => {
    const { app, trackId } = await start('flac', await flacBytes(sound))
    const { faces } = await wholeIndex(app, trackId)
    const url = faces[0]?.url ?? ''
    const whole = await app.inject({ url })
    expect(whole.statusCode).toBe(200)
    const size = whole.rawPayload.length
    const part = await app.inject({ url, headers: { range: 'bytes=10-19' } })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 10-19/${size}`)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20))
    expect((await app.inject({ url, headers: { range: `bytes=${size}-` } })).statusCode).toBe(416)
    const head = await app.inject({ method: 'HEAD', url, headers: { range: 'bytes=10-19' } })
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(size)])
    for (const file of ['x.mp4', '..%2f..%2frefrain.db', `${'0'.repeat(32)}.mp4`]) {
      expect((await app.inject({ url: `/stream/${trackId}/${file}` })).statusCode).toBe(404)
    }
  })
})

onEmbedded('what is made of a file', open => {
  const start = (...given: Given) => startWith(open, ...given)

  it.each([
    ['flac', flacBytes, 'audio/mp4; codecs="flac"'],
    ['pcm', wavBytes, 'audio/mp4; codecs="flac"'],
  ] as const)('lays a %s file out in fragments that lie end to end', async (codec, make, mime) => {
    const { app, trackId } = await start(codec, await make(sound))
    const index = await wholeIndex(app, trackId)
    expect(index).toMatchObject({ trackId, sampleRate: RATE, trueSamples: sound.length })
    const [rendition] = index.faces
    expect(rendition).toMatchObject({ mime, primingSamples: 0 })
    const [, initLength = 0] = rendition?.init ?? []
    let end = initLength
    for (const [offset, length] of rendition?.fragments ?? []) {
      expect(offset).toBe(end)
      end = offset + length
    }
    expect(rendition?.fragments[0]?.[2]).toBe(0)
    expect(rendition?.fragments[1]?.[2]).toBeLessThanOrEqual(RATE / 2)
    const bytes = await app.inject({ url: rendition?.url ?? '', headers: { range: `bytes=0-${end - 1}` } })
    expect(bytes.statusCode).toBe(206)
    expect(bytes.rawPayload).toHaveLength(end)
    expect(bytes.rawPayload.toString('latin1', 4, 8)).toBe('ftyp')
  })

  it('streams an MP3 as MP4 if the browser asks for it', async () => {
    const { app, trackId } = await start('mp3', await mp3Bytes(sound), { priming: 1105 })
    await wholeIndex(app, trackId)
    const { faces } = await wholeIndex(app, trackId, 'mp4')
    expect(faces).toMatchObject([{ mime: 'audio/mp4; codecs="mp3"', primingSamples: 1105 }])
    const bytes = await app.inject({ url: faces[0]?.url ?? '' })
    expect(bytes.rawPayload.toString('latin1', 4, 8)).toBe('ftyp')
  })

  it.each([
    ['flac', flacBytes],
    ['mp3', mp3Bytes],
  ] as const)('brings the first bytes of a %s file along where they are asked for', async (codec, make) => {
    const { app, trackId } = await start(codec, await make(sound))
    const answer = await call(app, fetchStreamIndex, { trackId, start: 'with' })
    const [rendition] = answer.json<StreamIndex>().faces
    const [offset = 0, length = 0] = rendition?.fragments[0] ?? []
    const from = rendition?.init?.[0] ?? offset
    const range = `bytes=${from}-${offset + length - 1}`
    const { rawPayload } = await app.inject({ url: rendition?.url ?? '', headers: { range } })
    const begun = Buffer.from(rendition?.start ?? '', 'base64')
    expect(begun).not.toHaveLength(0)
    if (codec === 'flac') expect(begun).toEqual(rawPayload)
    expect((await wholeIndex(app, trackId)).faces[0]).not.toHaveProperty('start')
  })

  it('offers no stream for an unknown codec', async () => {
    const { app, trackId } = await start('unheard-of' as Codec, new Uint8Array(100))
    expect(await wholeIndex(app, trackId)).toMatchObject({ faces: [], complete: true })
  })

  it.each([
    ['flac', 96_000, 48_000, flacBytes],
    ['pcm', 88_200, 44_100, wavBytes],
    ['pcm', 192_000, 48_000, aiffBytes],
  ] as const)('brings %s of %d Hz down to %d Hz', async (codec, rate, lower, make) => {
    const { app, db, trackId } = await start(codec, await make(sound, rate))
    await db.updateTable('tracks').set({ sample_rate: rate }).execute()
    const trueSamples = Math.round((sound.length * lower) / rate)
    const index = await wholeIndex(app, trackId)
    expect(index).toMatchObject({ sampleRate: lower, trueSamples })
    expect(index.faces).toMatchObject([{ mime: 'audio/mp4; codecs="flac"', primingSamples: 0 }])
  })

  it('offers no stream for compressed audio above 48 kHz', async () => {
    const { app, db, trackId } = await start('aac', await flacBytes(sound))
    await db.updateTable('tracks').set({ sample_rate: 96_000 }).execute()
    expect(await wholeIndex(app, trackId)).toMatchObject({ faces: [], complete: true })
  })

  it.each([
    ['flac', 'nothing', () => new Uint8Array(0)],
    ['flac', 'noise', () => noise(100_000)],
    ['mp3', 'noise', () => noise(100_000)],
    ['aac', 'noise', () => noise(100_000)],
    ['opus', 'noise', () => noise(100_000)],
    ['pcm', 'noise', () => noise(100_000)],
    ['alac', 'noise', () => noise(100_000)],
    ['vorbis', 'noise', () => noise(100_000)],
    ['pcm', 'an AIFF header alone', () => Buffer.from('FORM\0\0\0\x04AIFF', 'latin1')],
  ] as const)('a %s file of %s has no renditions, and the next one has', async (codec, _what, make) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { app, trackId, path } = await start(codec, make())
    expect(await wholeIndex(app, trackId)).toMatchObject({ faces: [], complete: true })
    writeFileSync(path, codec === 'mp3' ? await mp3Bytes(sound) : await flacBytes(sound))
    if (codec === 'flac' || codec === 'mp3') {
      await vi.waitFor(async () => {
        expect((await wholeIndex(app, trackId)).faces).not.toHaveLength(0)
      }, 10_000)
    }
    expect(readdirSync(join(folder, 'data', 'streams')).filter(name => name.endsWith('.part'))).toEqual([])
  })

  it('streams a truncated FLAC file up to its end', async () => {
    const whole = await flacBytes(sound)
    const { app, trackId } = await start('flac', whole.subarray(0, whole.length / 2))
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { faces } = await wholeIndex(app, trackId)
    expect(faces[0]?.fragments.length ?? 0).toBeLessThan(4)
  })
})

it.each([16, 24])('writes %d bits into the header of FLAC, as Chromium requires', async bits => {
  const output = join(folder, 'out.mp4')
  const source = fixturePath(`sound-${bits}.alac.m4a`)
  await render({ source, codec: 'alac', trueSamples: 10_000, output, inContainer: false })
  const bytes = readFileSync(output)
  expect(bytes.readUInt16BE(bytes.indexOf('fLaC') + 22)).toBe(bits)
})

describe('the bytes of a file', () => {
  it('are never changed by a rendition', async () => {
    const bytes = await flacBytes(sound)
    const source = join(folder, 'source.flac')
    writeFileSync(source, bytes)
    await render({
      source,
      codec: 'flac',
      trueSamples: sound.length,
      output: join(folder, 'out.mp4'),
      inContainer: false,
    })
    expect(readFileSync(source).equals(bytes)).toBe(true)
  })
})

async function render(job: RenditionJob): Promise<void> {
  await (await FORMATS[job.codec].load()).stream(job, () => {})
}

/** Bytes without sense, the same each time. */
function noise(length: number): Uint8Array {
  let seed = 1
  return Uint8Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed & 255
  })
}
