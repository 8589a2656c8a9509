import { truncate, utimes } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { FORMATS } from '@refrain/audio/formats'
import { FIXTURE_SAMPLES, fixturePath } from '@refrain/audio/testing/fixtures'
import { listenToChanges } from '@refrain/contract/live-updates'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import { AUDIO_PATH } from '@refrain/contract/media/streams'
import { fillPath } from '@refrain/contract/operation'
import type { FastifyInstance } from 'fastify'
import { it, vi } from 'vitest'
import type { Database } from '../../database/tables.ts'
import { importMusic, useFolders } from '../../importing/testing/test-import.ts'
import { writeAlbum, writeTrack } from '../../importing/testing/write-music.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { MULTIPART_TYPE } from '../../testing/multipart.ts'
import { signUp } from '../../testing/sign-up.ts'
import { startApp } from '../../testing/start-app.ts'
import { expectNoRemains } from './expect-no-remains.ts'

const WARM_UP = 5

// A failure waits for what might still end.
vi.setConfig({ testTimeout: 300_000 })

/** Each has a timer until it is closed as idle: there are as many before and after. */
async function openAllConnections(db: Database): Promise<void> {
  const reads = Array.from({ length: 50 }, () => db.selectFrom('users').select('id').execute())
  await Promise.all(reads)
}

/** Sends a request and leaves: when the response begins, or while the handler looks up who asks. */
async function abandon(app: FastifyInstance, lines: readonly string[], isAnswered: boolean): Promise<void> {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  const closed = new Promise(resolve => client.once('close', resolve))
  if (isAnswered) client.once('data', () => client.destroy())
  else app.server.once('request', ({ socket }) => socket.destroy())
  client.write([...lines, 'host: 127.0.0.1', '', ''].join('\r\n'))
  await closed
}

/**
 * Opens and abandons each kind of thing, and imports.
 * @param times after a few to warm up
 */
export function walkLeaks({ times, imports }: { readonly times: number; readonly imports: number }): void {
  it('decodes leave nothing behind', () =>
    expectNoRemains({ warmUp: WARM_UP, times }, async () => {
      for (const codec of ['flac', 'vorbis'] as const) {
        const { decode } = await FORMATS[codec].load()
        using sound = await decode({
          ...{ path: fixturePath(codec === 'flac' ? 'tone.flac' : 'tone.ogg'), codec, sampleRate: 44_100 },
          ...{ channels: 2, trueSamples: FIXTURE_SAMPLES, primingSamples: 0 },
        })
        for await (const sample of sound.samples) {
          sample.close()
          break
        }
      }
    }))

  onBothDatabases('abandoned streams, live updates and uploads', openDatabase => {
    const folders = useFolders()

    it('leave nothing behind', async () => {
      const open = await openDatabase()
      const app = await startApp(open)
      const { 'auth-token': token } = await signUp(app)
      await app.listen({ port: 0, host: '127.0.0.1' })
      const path = await writeTrack(folders.music, 'Ada/First/01 One.wav', { tags: { ARTIST: 'Ada' } })
      await importMusic(open, folders)
      // More than a connection takes at once: clients leave in the middle.
      await truncate(path, 50_000_000)
      const { album_id, url } = await open.db
        .selectFrom('tracks')
        .select(['album_id', 'url'])
        .executeTakeFirstOrThrow()
      const stream = [`GET ${fillPath(AUDIO_PATH, { albumId: album_id, url })} HTTP/1.1`]
      const liveUpdates = [`GET ${listenToChanges.path} HTTP/1.1`, `auth-token: ${token}`]
      const upload = [
        `POST ${uploadUserPicture.path} HTTP/1.1`,
        ...[`auth-token: ${token}`, `content-type: ${MULTIPART_TYPE}`, 'content-length: 100000'],
      ]
      await expectNoRemains({ warmUp: WARM_UP, times, server: app.server }, async time => {
        if (time === 0) await openAllConnections(open.db)
        const isAnswered = time % 2 === 0
        await abandon(app, stream, isAnswered)
        await abandon(app, liveUpdates, isAnswered)
        await abandon(app, upload, false)
      })
    })
  })

  onBothDatabases('imports', openDatabase => {
    const folders = useFolders()

    it('leave nothing behind', async () => {
      const open = await openDatabase()
      await writeAlbum(folders.music, 'Ada/First', { ARTIST: 'Ada', ALBUM: 'First' }, [
        '1 One.mp3',
        '2 Two.flac',
      ])
      let at = Date.now()
      await expectNoRemains({ warmUp: WARM_UP, times: imports }, async time => {
        if (time === 0) await openAllConnections(open.db)
        at += 10_000
        await utimes(join(folders.music, 'Ada/First/1 One.mp3'), at / 1_000, at / 1_000)
        await importMusic(open, folders)
      })
    })
  })
}
