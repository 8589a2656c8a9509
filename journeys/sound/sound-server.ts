import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { openDatabase } from '../../apps/server/src/database/open.ts'
import { createApp } from '../../apps/server/src/http/create-app.ts'
import { bytesInMemory } from '../../apps/server/src/importing/file-bytes.ts'
import { readSound } from '../../apps/server/src/importing/read-sound.ts'
import { readRange } from '../../apps/server/src/media/read-range.ts'
import { registerStreams } from '../../apps/server/src/media/stream-routes.ts'
import { seed } from '../../apps/server/src/testing/seed.ts'
import type { PlayerTrack } from '../../packages/player/src/state.ts'
import { bundlePage } from './bundle-page.ts'

const PAGE = '<!doctype html><title>Sound</title><script type="module" src="/page.js"></script>'
const POLICY = "default-src 'self' 'unsafe-inline' blob:; media-src 'self' blob:"

export interface SoundServer {
  readonly address: string
  /** The files it was given, as tracks in that order. */
  readonly tracks: readonly PlayerTrack[]
  /** Addresses that were asked for. */
  readonly asked: string[]
  /** Answers requests of these addresses with this status instead; undefined: no longer. */
  fail(address: RegExp, status: number | undefined): void
  stop(): Promise<void>
}

/** The real stream server on files that lie in a folder, with a page that holds nothing but the player. */
export async function startSoundServer(
  files: readonly [name: string, bytes: Uint8Array][],
): Promise<SoundServer> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-sound-'))
  const open = openDatabase({ databaseUrl: '', dataDir: folder })
  await migrate(open)
  const catalogue = seed(open.db)
  const artistId = await catalogue.artist('Ines')
  const albumId = await catalogue.album('Still', artistId)
  const tracks: PlayerTrack[] = []
  for (const [name, bytes] of files) {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const { codec, sampleRate, trueSamples, primingSamples } = readSound(bytesInMemory(readFileSync(path)))
    const id = await catalogue.track(name, albumId, [artistId], {
      url: name,
      codec,
      sample_rate: sampleRate,
      true_samples: trueSamples,
      priming_samples: primingSamples,
    })
    await catalogue.file(path, folder, id)
    tracks.push({
      id,
      title: name,
      albumId,
      albumTitle: 'Still',
      artistId,
      artistName: 'Ines',
      audioSrc: `/audio/${albumId}/${encodeURIComponent(name)}`,
      durationSeconds: Math.round(trueSamples / sampleRate),
      artwork: '',
    })
  }

  const asked: string[] = []
  const failing = new Map<string, number>()
  const app = await createApp({ publicUrl: '', rateLimitScale: 0 })
  app.addHook('onRequest', async (request, reply) => {
    asked.push(request.url)
    for (const [address, status] of failing) {
      if (new RegExp(address).test(request.url)) return reply.code(status).send('')
    }
  })
  await registerStreams(app, { db: open.db, dataDir: folder, streamCache: 64 })
  const script = await bundlePage()
  app.get('/', (_request, reply) =>
    reply.header('content-security-policy', POLICY).header('content-type', 'text/html').send(PAGE),
  )
  app.get('/page.js', (_request, reply) => reply.header('content-type', 'text/javascript').send(script))
  app.get<{ Params: { name: string } }>('/audio/:albumId/:name', (request, reply) => {
    const track = tracks.find(item => item.title === request.params.name)
    if (!track) return reply.code(404).send('')
    const path = join(folder, track.title)
    const size = readFileSync(path).length
    const range = readRange(request.headers.range, size)
    if (range === 'unsatisfiable') return reply.code(416).send('')
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
    return reply
      .header('accept-ranges', 'bytes')
      .header('content-length', end - start + 1)
      .header('content-type', TYPES[track.title.split('.').at(-1) ?? ''] ?? 'audio/mpeg')
      .send(createReadStream(path, { start, end }))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    tracks,
    asked,
    fail(address, status) {
      if (status === undefined) failing.delete(address.source)
      else failing.set(address.source, status)
    },
    async stop() {
      await app.close()
      await open.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const TYPES: Readonly<Record<string, string>> = {
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  opus: 'audio/ogg',
  ogg: 'audio/ogg',
}
