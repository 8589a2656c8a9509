import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { fetchStreamIndex } from '@refrain/contract/media/streams'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OpenDatabase } from '../../database/open.ts'
import type { Settings } from '../../settings.ts'
import { makePostgres } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { startNginx } from '../../testing/servers/nginx.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { pictureFilePath } from '../pictures/picture-path.ts'

const PUBLIC_URL = 'https://music.example.org'
const HANDS_OVER = { sendfile: 'x-accel-redirect', trustedProxies: ['127.0.0.1'] } as const
/** Of the connection, not of the file. */
const OTHER_HEADERS = new Set(['connection', 'date', 'keep-alive', 'server'])

describe('files handed over to nginx', () => {
  /** Two services on the same files behind nginx, of which one leaves the files to it. */
  async function start() {
    const { open, end } = await makePostgres()
    onTestFinished(end)
    const scene = await createFiles(open)
    async function serve(settings: Partial<Settings>) {
      const app = await startApp(open, {
        settings: { dataDir: scene.dataDir, publicUrl: PUBLIC_URL, ...settings },
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const nginx = await startNginx([port])
      onTestFinished(nginx.stop)
      return { app, port, address: nginx.address }
    }
    const [own, handing] = [await serve({}), await serve(HANDS_OVER)]
    const stream = await vi.waitFor(async () => {
      const index = await answerOf(own.app, fetchStreamIndex, { trackId: scene.trackId })
      expect(index.complete).toBe(true)
      return index.faces[0]?.url ?? ''
    }, 10_000)
    return { own, handing, paths: { ...scene.paths, stream } }
  }

  it('arrive as from the service: ranges, validators and headers', async () => {
    const { own, handing, paths } = await start()
    for (const path of Object.values(paths)) {
      const { etag = '', 'last-modified': modified = '' } = (await read(own.address, path)).headers
      const range = { range: 'bytes=100-199' }
      for (const [method, headers] of [
        ['GET', {}],
        ['HEAD', {}],
        ['HEAD', range],
        ['GET', range],
        ['GET', { range: 'bytes=500-' }],
        ['GET', { range: 'bytes=-50' }],
        ['GET', { range: 'bytes=0-9,20-29' }],
        ['GET', { range: 'bytes=99999999-' }],
        ['GET', { ...range, 'if-range': etag }],
        ['GET', { ...range, 'if-range': '"another"' }],
        ['GET', { 'if-none-match': etag }],
        ['GET', { 'if-none-match': '"another"' }],
        ['GET', modified && { ...range, 'if-range': modified }],
        ['GET', modified && { 'if-modified-since': modified }],
      ] as const) {
        if (!headers) continue
        const [expected, got] = [
          await read(own.address, path, headers, method),
          await read(handing.address, path, headers, method),
        ]
        expect([path, headers, got]).toEqual([path, headers, expected])
      }
      // Both would be empty otherwise.
      expect((await read(handing.address, path, range)).length).toBe(100)
    }
  })

  it('are sent by nginx, which alone gets their paths', async () => {
    const { own, handing, paths } = await start()
    const direct = (port: number) => fetch(`http://127.0.0.1:${port}${paths.audio}`)
    expect((await direct(handing.port)).headers.get('x-accel-redirect')).toMatch(
      /^\/x-accel\/.*\/Rest\/100%25%20l%C3%B6ud%3F%20%231\.flac$/,
    )
    expect((await direct(own.port)).headers.has('x-accel-redirect')).toBe(false)
    expect((await fetch(handing.address + paths.audio)).headers.has('x-accel-redirect')).toBe(false)
    expect((await fetch(`${handing.address}/x-accel/etc/hostname`)).status).toBe(404)
    const stranger = await handing.app.inject({ url: paths.audio, remoteAddress: '192.0.2.1' })
    expect(stranger.headers['x-accel-redirect']).toBeUndefined()
    expect(stranger.rawPayload.length).toBeGreaterThan(1_000)
  })
})

/** A track with an awkward file name, and a cover. */
async function createFiles({ db }: OpenDatabase) {
  const [dataDir, music] = [temporaryFolder(), temporaryFolder()]
  // Named like the addresses of apps.
  const file = join(music, 'Rest', '100% löud? #1.flac')
  mkdirSync(dirname(file))
  const sound = tone(44_100 * 2)
  writeFileSync(file, await flacBytes(sound))
  const cover = pictureFilePath(dataDir, 'k3f9.webp', 96, 'webp')
  mkdirSync(dirname(cover), { recursive: true })
  writeFileSync(cover, Buffer.alloc(700, 'w'))
  const put = seed(db)
  const artist = await put.artist('Ada')
  const album = await put.album('First', artist, { profile_path: 'k3f9.webp' })
  const given = { codec: 'flac', url: 'loud.flac', true_samples: sound.length, priming_samples: 0 } as const
  const trackId = await put.track('Loud', album, [artist], given)
  await put.file(file, music, trackId)
  const paths = {
    audio: `/audio/${album}/loud.flac`,
    picture: `/profile_path/album_profile/${album}/k3f9-96.webp`,
  }
  return { dataDir, trackId, paths }
}

async function read(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const answer = await fetch(origin + path, {
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
  })
  const all = Object.fromEntries([...answer.headers].filter(([name]) => !OTHER_HEADERS.has(name)))
  // nginx leaves it out where Content-Range says the same.
  if (answer.status === 206) delete all['accept-ranges']
  const body = Buffer.from(await answer.arrayBuffer())
  // The time of a stream is that of its last use.
  if (all['content-type'] === 'audio/mp4') delete all['last-modified']
  return { status: answer.status, headers: all, length: body.length, hash: hash('sha1', body) }
}
