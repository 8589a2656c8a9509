import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Codec } from '@refrain/audio/audio-info'
import { flacBytes, mp3Bytes, tone } from '@refrain/audio/testing/audio-files'
import { fetchStreamIndex, fetchStreamQualities, type StreamIndex } from '@refrain/contract/media/streams'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { type OpenTestDatabase, onBothDatabases, onEmbedded } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const RATE = 44_100
const SECONDS = 8
/** A tone in noise, as hard to encode as music. Its length is not a whole number of samples at 48 kHz. */
const sound = tone(RATE * SECONDS + 77).map((sample, i) => sample + (((i * 48_271) % 8_191) - 4_095))
const SOON = { timeout: 15_000 }

type Wanted = Parameters<typeof answerOf<typeof fetchStreamIndex>>[2]

const ask = async (app: FastifyInstance, input: Wanted): Promise<StreamIndex> =>
  fetchStreamIndex.output.parse(await answerOf(app, fetchStreamIndex, input))

async function whole(app: FastifyInstance, input: Wanted): Promise<StreamIndex> {
  return vi.waitFor(async () => {
    const index = await ask(app, input)
    expect(index.complete).toBe(true)
    return index
  }, SOON)
}

/** Bytes of the fragments and what precedes them. */
function sizeOf({ faces: [face] }: StreamIndex): number {
  const [offset = 0, length = 0] = face?.fragments.at(-1) ?? []
  return offset + length
}

/** Replaces ffmpeg by a script; without one, there is none. */
function replaceFfmpeg(script?: string): void {
  const folder = temporaryFolder()
  vi.stubEnv('PATH', folder)
  if (script === undefined) return
  const path = join(folder, 'ffmpeg')
  writeFileSync(path, `#!/bin/sh\ncase "$*" in *-encoders*) echo ' A..... libopus x';; *) ${script};; esac\n`)
  chmodSync(path, 0o700)
}

async function startWith(
  open: OpenTestDatabase,
  codec: Codec,
  bytes: Uint8Array,
  prepareFile = async (_path: string) => {},
) {
  const opened = await open()
  const put = seed(opened.db)
  const artistId = await put.artist('Ines')
  const trackId = await put.track('One', await put.album('Still', artistId), [artistId], {
    ...{ codec, url: 'one', true_samples: sound.length, sample_rate: RATE, channels: 1 },
    priming_samples: codec === 'mp3' ? 1105 : 0,
  })
  const folder = temporaryFolder()
  const path = join(folder, 'one')
  writeFileSync(path, bytes)
  await put.file(path, folder, trackId)
  const serve = async () => {
    const dataDir = temporaryFolder()
    const app = await startApp(opened, { settings: { dataDir }, prepareFile })
    return { app, cached: () => readdirSync(join(dataDir, 'streams')) }
  }
  return { serve, trackId, path }
}

type Given = Parameters<typeof startWith> extends [unknown, ...infer Rest] ? Rest : never

onBothDatabases('qualities of streams', open => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  const start = (...given: Given) => startWith(open, ...given)

  it('are the original and two encodings, each a stream of its own', async () => {
    const prepareFile = vi.fn(async () => {})
    const { serve, trackId, path } = await start('flac', await flacBytes(sound), prepareFile)
    const { app } = await serve()
    expect(await answerOf(app, fetchStreamQualities, {})).toEqual({
      qualities: ['original', 'high', 'saver'],
    })
    const original = await whole(app, { trackId })
    const high = await whole(app, { trackId, quality: 'high' })
    const saver = await whole(app, { trackId, quality: 'saver' })
    expect(new Set([original, high, saver].map(({ faces }) => faces[0]?.url)).size).toBe(3)
    expect(original).toMatchObject({ sampleRate: RATE, trueSamples: sound.length })
    for (const index of [high, saver]) {
      expect(index).toMatchObject({
        ...{ trackId, sampleRate: 48_000, trueSamples: Math.round((sound.length * 48_000) / RATE) },
        // The packet that resets the decoder, and what libopus looks ahead.
        faces: [{ mime: 'audio/mp4; codecs="opus"', primingSamples: 960 + 312 }],
        gain: original.gain,
      })
      const fragments = index.faces[0]!.fragments
      expect(fragments[1]![2]).toBeLessThanOrEqual(24_000)
    }
    expect(sizeOf(saver)).toBeLessThan(1.15 * 12_000 * SECONDS)
    expect(sizeOf(saver)).toBeLessThan(sizeOf(high))
    expect(prepareFile).toHaveBeenCalledWith(path)
  })

  it('are served by a process that has not encoded them', async () => {
    const { serve, trackId } = await start('flac', await flacBytes(sound))
    const [one, other] = [await serve(), await serve()]
    const index = await whole(one.app, { trackId, quality: 'saver' })
    const [offset = 0, length = 0] = index.faces[0]!.fragments.at(-1)!
    const range = { url: index.faces[0]!.url, headers: { range: `bytes=${offset}-${offset + length - 1}` } }
    const [here, there] = [await one.app.inject(range), await other.app.inject(range)]
    expect(there.statusCode).toBe(206)
    expect(there.rawPayload.equals(here.rawPayload)).toBe(true)
  })
})

onEmbedded('a quality of a stream', open => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  const start = (...given: Given) => startWith(open, ...given)

  it('begin before they are encoded as a whole, and are read by range', async () => {
    const { serve, trackId } = await start('flac', await flacBytes(sound))
    const { app, cached } = await serve()
    const begun = await ask(app, { trackId, quality: 'saver', start: 'with' })
    const [face] = begun.faces
    const [offset = 0, length = 0] = face!.fragments[0]!
    const first = await app.inject({ url: face!.url, headers: { range: `bytes=0-${offset + length - 1}` } })
    expect([first.statusCode, first.rawPayload.toString('base64')]).toEqual([206, face!.start])
    const index = await whole(app, { trackId, quality: 'saver' })
    expect(index.faces[0]!.url).toBe(face!.url)
    const all = await app.inject({ url: face!.url })
    expect(all.rawPayload.length).toBeGreaterThanOrEqual(sizeOf(index))
    expect(all.headers['cache-control']).toContain('immutable')
    expect(cached().filter(name => name.endsWith('.part'))).toEqual([])
  })

  it('leave a lossy file as it is, unless data is to be saved', async () => {
    const { serve, trackId } = await start('mp3', await mp3Bytes(sound))
    const { app } = await serve()
    expect((await whole(app, { trackId, quality: 'high' })).faces[0]).toMatchObject({ mime: 'audio/mpeg' })
    expect(await whole(app, { trackId, quality: 'saver', container: 'mp4' })).toMatchObject({
      sampleRate: 48_000,
      faces: [{ mime: 'audio/mp4; codecs="opus"', primingSamples: 960 + 312 }],
    })
  })

  it('are only the original without an encoder', async () => {
    replaceFfmpeg()
    const { serve, trackId } = await start('flac', await flacBytes(sound))
    const { app } = await serve()
    expect(await answerOf(app, fetchStreamQualities, {})).toEqual({ qualities: ['original'] })
    const { faces } = await whole(app, { trackId, quality: 'saver' })
    expect(faces[0]?.mime).toBe('audio/mp4; codecs="flac"')
  })

  it.each([
    ['fails', 'exit 1'],
    ['is not ready soon enough', 'exec /bin/sleep 60'],
  ])('are the original where the encoder %s', async (_what, script) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    replaceFfmpeg(script)
    const { serve, trackId } = await start('flac', await flacBytes(sound))
    const { app } = await serve()
    const index = await whole(app, { trackId, quality: 'saver' })
    expect(index).toMatchObject({ isFallback: true, faces: [{ mime: 'audio/mp4; codecs="flac"' }] })
    expect(await whole(app, { trackId })).not.toHaveProperty('isFallback')
  })

  it('are no others than these', async () => {
    const { serve, trackId } = await start('flac', await flacBytes(sound))
    const { app } = await serve()
    const answer = await app.inject(`/api/streams/${trackId}?quality=best`)
    expect(answer.statusCode).toBe(400)
  })
})
