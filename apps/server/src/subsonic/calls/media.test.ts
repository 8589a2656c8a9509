import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openMediaStorage } from '../../media/storage/open-media-storage.ts'
import { readSettings } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { inBucket, startS3Server } from '../../testing/servers/s3-server.ts'
import { GRACE, signUp } from '../../testing/sign-up.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { connectApp } from '../testing/connect-app.ts'
import { ids, startSubsonic } from '../testing/start-subsonic.ts'

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251))
const PICTURE = 'abcdefghijklmnop.webp'

onBothDatabases('media of apps', open => {
  async function start() {
    const dataDir = temporaryFolder()
    const started = await startSubsonic(open, { dataDir })
    const root = temporaryFolder()
    writeFileSync(join(root, 'one.flac'), BYTES)
    await started.put.file(join(root, 'one.flac'), root, started.one)
    return { ...started, dataDir, id: ids.track(started.one) }
  }

  it('streams the original, by range and to HEAD (SUB-80, SUB-84)', async () => {
    const { open: opened, send, id, one } = await start()
    const whole = await send('stream', { id })
    expect([whole.statusCode, whole.rawPayload.equals(BYTES)]).toEqual([200, true])
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/flac',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const part = await send('stream', { id, format: 'raw' }, { headers: { range: 'bytes=10-19' } })
    expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
      206,
      'bytes 10-19/1000',
      BYTES.subarray(10, 20),
    ])
    const changed = { range: 'bytes=10-19', 'if-range': '"another"' }
    expect((await send('stream', { id }, { headers: changed })).statusCode).toBe(200)
    expect((await send('stream', { id }, { headers: { range: 'bytes=2000-' } })).statusCode).toBe(416)
    const head = await send('stream', { id }, { method: 'HEAD', headers: { range: 'bytes=10-19' } })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '1000', ''])
    const same = { 'if-none-match': String(whole.headers.etag) }
    expect((await send('stream', { id }, { headers: same })).statusCode).toBe(304)
    const { play_count } = await opened.db
      .selectFrom('tracks')
      .select('play_count')
      .where('id', '=', one)
      .executeTakeFirstOrThrow()
    expect(play_count).toBe(0)
  })

  it('refuses sound that is not there as data, so that apps can tell (SUB-07, SUB-80)', async () => {
    const { send, two, put, still, nina, id } = await start()
    const gone = await put.track('Gone', still, [nina], { available: 0 })
    for (const missing of [ids.track(two), ids.track(gone), 'tr-unknown', id.replace('tr-', 'al-')]) {
      const answer = await send('stream', { id: missing, f: 'xml' })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8'])
      expect(answer.body).toContain('code="70"')
    }
    expect((await send('download', {})).body).toContain('"code":10')
  })

  it('downloads under the name of the song (SUB-85)', async () => {
    const { send, id } = await start()
    const answer = await send('download', { id })
    expect(answer.rawPayload.equals(BYTES)).toBe(true)
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="1-01 One & _only_ _1_.flac"; filename*=UTF-8''1-01%20One%20%26%20_only_%20_1_.flac`,
    )
  })

  it('sends covers by every id that apps know, in the size and format that they can show (SUB-86)', async () => {
    const { open: opened, send, read, dataDir, still, one, nina } = await start()
    mkdirSync(join(dataDir, 'pictures', 'ab'), { recursive: true })
    const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#246' } })
      .png()
      .toBuffer()
    writeFileSync(join(dataDir, 'pictures', 'ab', 'abcdefghijklmnop.original'), picture)
    await opened.db.updateTable('albums').set({ profile_path: PICTURE }).where('id', '=', still).execute()
    const { coverArt } = (await read('getSong', { id: ids.track(one) })).song as { coverArt: string }
    expect(coverArt).toBe(`ca-al-${still}_abcdefgh`)
    for (const id of [coverArt, ids.album(still), ids.track(one)]) {
      const cover = await send('getCoverArt', { id, size: 200 })
      expect([cover.headers['content-type'], (await sharp(cover.rawPayload).metadata()).width]).toEqual([
        'image/jpeg',
        256,
      ])
    }
    const webp = await send('getCoverArt', { id: coverArt }, { headers: { accept: 'image/webp,*/*' } })
    expect(webp.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400',
    })
    expect((await sharp(webp.rawPayload).metadata()).width).toBe(600)
    const etag = String(webp.headers.etag)
    const again = { accept: 'image/webp', 'if-none-match': etag }
    expect((await send('getCoverArt', { id: coverArt }, { headers: again })).statusCode).toBe(304)
    for (const id of [ids.artist(nina), 'al-unknown', 'pl-unknown', '../etc/passwd', 'ca-al-x_0']) {
      const none = await send('getCoverArt', { id })
      expect([id, none.statusCode, none.headers['content-type']]).toEqual([id, 200, 'image/png'])
      expect((await sharp(none.rawPayload).metadata()).width).toBe(256)
    }
  })

  it('draws the cover of an album that has none, for its tracks, too (SUB-86)', async () => {
    const { send, read, still, one } = await start()
    const { coverArt } = (await read('getSong', { id: ids.track(one) })).song as { coverArt: string }
    for (const id of [coverArt, ids.album(still), ids.track(one)]) {
      const drawn = await send('getCoverArt', { id, size: 200 })
      expect([id, drawn.headers['content-type']]).toEqual([id, 'image/jpeg'])
      expect((await sharp(drawn.rawPayload).metadata()).width).toBe(256)
    }
    const webp = await send('getCoverArt', { id: coverArt }, { headers: { accept: 'image/webp,*/*' } })
    expect([webp.headers['content-type'], webp.headers.vary]).toEqual(['image/webp', 'accept'])
  })

  it.each(['listen', 'off'] as const)(
    'lets no shared cache store the address of a cover in a bucket (guests: %s)',
    async guests => {
      const given = { guests }
      const inStorage = { ...inBucket(await startS3Server()), dataDir: temporaryFolder() }
      const settings = { ...inStorage, storageDelivery: 'redirect' as const, given }
      const { open: opened, send, still } = await startSubsonic(open, settings)
      const storage = await openMediaStorage({ ...readSettings({}), ...settings })
      const create = { width: 600, height: 600, channels: 3, background: '#246' } as const
      const bytes = await sharp({ create }).png().toBuffer()
      await storage.write([{ name: 'pictures/ab/abcdefghijklmnop.original', bytes }])
      await opened.db.updateTable('albums').set({ profile_path: PICTURE }).where('id', '=', still).execute()
      const cover = await send('getCoverArt', { id: ids.album(still) })
      expect([cover.statusCode, cover.headers['cache-control']]).toEqual([302, 'private, no-cache'])
    },
  )

  it("sends a listener's own picture, and none of others (SUB-87)", async () => {
    const { open: opened, app, send, dataDir, credentials } = await start()
    const grace = await connectApp(app, await signUp(app, GRACE), { email: GRACE.email })
    mkdirSync(join(dataDir, 'pictures', 'ab'), { recursive: true })
    const create = { width: 300, height: 300, channels: 3, background: '#864' } as const
    const picture = await sharp({ create }).png().toBuffer()
    writeFileSync(join(dataDir, 'pictures', 'ab', 'abcdefghijklmnop.original'), picture)
    await opened.db
      .updateTable('users')
      .set({ profile_path: PICTURE })
      .where('email', '=', GRACE.email)
      .execute()
    const own = await grace.send('getAvatar', { username: GRACE.email })
    expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await sharp(own.rawPayload).metadata()).width).toBe(300)
    expect((await grace.send('getAvatar', { username: credentials.u as string })).body).toContain('"code":70')
    for (const username of [credentials.u as string, GRACE.email])
      expect((await send('getAvatar', { username })).body).toContain('"code":70')
  })

  it('sends lyrics by song, and by artist and title (SUB-88, SUB-89)', async () => {
    const { open: opened, read, one, two, id } = await start()
    const values = [
      { track_id: one, synced: 1, body: '[00:01.50]Hold & on\n[00:02.00]' },
      { track_id: two, synced: 0, body: 'Let go\nNow' },
    ]
    await opened.db.insertInto('lyrics').values(values).execute()
    expect((await read('getLyricsBySongId', { id })).lyricsList).toMatchObject({
      structuredLyrics: [
        {
          ...{ lang: 'und', synced: true, displayArtist: 'Nina feat. Guest' },
          line: [
            { start: 1500, value: 'Hold & on' },
            { start: 2000, value: '' },
          ],
        },
      ],
    })
    expect((await read('getLyrics', { artist: 'nina', title: 'two' })).lyrics).toEqual({
      artist: 'nina',
      title: 'two',
      value: 'Let go\nNow',
    })
    expect((await read('getLyrics', { artist: 'Nobody', title: 'x' })).lyrics).toMatchObject({ value: '' })
    expect((await read('getLyrics')).lyrics).toMatchObject({ value: '' })
  })
})
