import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { titles } from '@refrain/messages/en/titles'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { incrementCatalogueVersion } from '../catalogue/version-writer.ts'
import { DatabaseBusyError, write } from '../database/retry.ts'
import { storeSetting } from '../live-settings/live-setting-store.ts'
import { pictureFilePath } from '../media/pictures/picture-path.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { readPage } from '../testing/read-page.ts'
import { seed } from '../testing/seed.ts'
import { SOON } from '../testing/soon.ts'
import { startApp } from '../testing/start-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writePages } from '../testing/write-pages.ts'
import { findScreen } from './screens.ts'

const ORIGIN = 'https://music.example.org'

onBothDatabases('link previews', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const put = seed(open.db)
    const ada = await put.artist('Ada & "Friends"', { profile_path: 'ada1.webp' })
    const first = await put.album('First <b>', ada, {
      profile_path: 'k3f9.webp',
      released_at: '2021-05-03T00:00:00.000Z',
    })
    const one = await put.track('One', first, [ada], { credit: 'Ada feat. Bo', true_samples: 44_100 * 65 })
    const two = await put.track('Two', first, [ada])
    const jazz = await put.genre('Jazz', [one])
    const loud = await put.genre('Drum & Bass', [one, two])
    const dataDir = temporaryFolder()
    const app = await startApp(open, {
      pagesDir: writePages(),
      settings: { publicUrl: ORIGIN, dataDir },
    })
    return { open, put, app, dataDir, ada, first, one, jazz, loud }
  }
  type App = Awaited<ReturnType<typeof start>>['app']

  async function show(app: App, url: string, headers: Record<string, string> = {}) {
    const answer = await app.inject({ url, headers: { accept: 'text/html', ...headers } })
    const { title, canonical, said, meta } = readPage(answer.body)
    return {
      status: answer.statusCode,
      title,
      description: meta('description'),
      canonical,
      robots: meta('robots'),
      said,
    }
  }

  it('have the name of the service, as the manifest and the titles have', async () => {
    const open = await openDatabase()
    const album = await seed(open.db).album('First', await seed(open.db).artist('Ada'))
    const pagesDir = writePages()
    writeFileSync(
      join(pagesDir, 'manifest.webmanifest'),
      '{"name":"Refrain","short_name":"Refrain","id":"/"}',
    )
    const app = await startApp(open, { pagesDir, settings: { publicUrl: ORIGIN } })
    expect((await show(app, '/albums')).title).toBe('Albums')
    await write(open.db, async tx => {
      await storeSetting(tx, 'serviceName', 'Family <Music>')
      await incrementCatalogueVersion(tx)
    })
    await expect.poll(async () => (await show(app, '/albums')).title).toBe('Albums · Family <Music>')
    const shown = await show(app, `/albums/${album}`)
    expect(shown.title).toBe('First - Album · Family <Music>')
    expect(shown.said).toMatchObject({ 'og:site_name': 'Family <Music>', 'og:title': 'First' })
    expect((await show(app, '/')).said['og:title']).toBe('Family <Music>')
    const manifest = (await app.inject('/manifest.webmanifest')).json()
    expect(manifest).toEqual({ id: '/', name: 'Family <Music>', short_name: 'Family <Music>' })
  })

  it('show title, description and cover of an album (ALB-08)', async () => {
    const { app, first, ada } = await start()
    const shown = await show(app, `/albums/${first}?from=chat`)
    expect(shown).toMatchObject({
      status: 200,
      title: 'First <b> - Album',
      description: 'Album by Ada & "Friends" · 2021 · 2 songs',
      canonical: `${ORIGIN}/albums/${first}`,
      said: {
        'og:site_name': 'Refrain',
        'og:type': 'music.album',
        'og:title': 'First <b>',
        'og:url': `${ORIGIN}/albums/${first}`,
        'og:image': `${ORIGIN}/profile_path/album_profile/${first}/k3f9-640.jpg`,
        'og:image:type': 'image/jpeg',
        'og:image:width': '640',
        'og:image:height': '640',
        'og:image:alt': 'Cover of First <b>',
        'music:musician': `${ORIGIN}/artists/${ada}`,
        'music:release_date': '2021-05-03',
      },
    })
  })

  it('show the drawn cover of an album that has none', async () => {
    const { app, put, ada } = await start()
    const bare = await put.album('Bare', ada)
    const drawn = `${ORIGIN}/profile_path/album_profile/${bare}/title.jpg`
    expect((await show(app, `/albums/${bare}`)).said).toMatchObject({
      'og:image': drawn,
      'og:image:type': 'image/jpeg',
      'og:image:width': '640',
      'og:image:alt': 'Cover of Bare',
    })
    expect((await app.inject(new URL(drawn).pathname)).statusCode).toBe(200)
  })

  it('say no year of an album whose tags say none', async () => {
    const { app, put, ada } = await start()
    const undated = await put.album('Undated', ada, { release_date: '' })
    const { description, said } = await show(app, `/albums/${undated}`)
    expect(description).toBe('Album by Ada & "Friends" · 0 songs')
    expect(said).not.toHaveProperty('music:release_date')
    const reissued = await put.album('Reissued', ada, { release_date: '', original_date: '1971' })
    expect((await show(app, `/albums/${reissued}`)).description).toBe(
      'Album by Ada & "Friends" · 1971 · 0 songs',
    )
  })

  it('show an artist, a track, a genre and a daily mix (PROP-39, READ-20, READ-21)', async () => {
    const { app, ada, one, jazz, loud, first } = await start()
    expect(await show(app, `/artists/${ada}`)).toMatchObject({
      title: 'Ada & "Friends"',
      description: 'Artist · 1 album · 2 songs',
      said: {
        'og:type': 'profile',
        'og:image': `${ORIGIN}/profile_path/artist_profile/${ada}/ada1-640.jpg`,
      },
    })
    expect(await show(app, `/track/${one}`)).toMatchObject({
      title: 'One',
      description: 'Song by Ada feat. Bo · First <b> · 1:05',
      said: { 'og:type': 'music.song', 'music:album': `${ORIGIN}/albums/${first}` },
    })
    expect(await show(app, `/genres/${jazz}`)).toMatchObject({
      title: 'Jazz',
      description: 'Genre · 1 song',
      said: { 'og:image': `${ORIGIN}/profile_path/album_profile/${first}/k3f9-640.jpg` },
    })
    const genres = (await app.inject('/api/fetchallGenres')).json() as { _id: string }[]
    expect(await show(app, '/playlists/drum%20%26%20BASS')).toMatchObject({
      title: `Daily Mix ${genres.findIndex(genre => genre._id === loud) + 1}`,
      description: 'Drum & Bass · 2 songs',
      canonical: `${ORIGIN}/playlists/Drum%20%26%20Bass`,
      said: { 'og:image': expect.stringMatching(/playlist_profile\/default\/daily_mix_\d\.jpg$/) },
    })
  })

  it('have the titles of the pages, ignoring the case of the address (ROUTE-02, READ-37, PROP-39)', async () => {
    const { app } = await start()
    for (const [url, title, canonical] of [
      ['/', 'Home', '/'],
      ['/artists', 'Artists', '/artists'],
      ['/Albums/', 'Albums', '/albums'],
      ['/songs?sort=plays', 'Songs', '/songs'],
      ['/popularartists', 'Popular artists', '/PopularArtists'],
      ['/popularalbums', 'Popular albums', '/popularalbums'],
      ['/search?q=x', 'Search', '/search'],
      ['/login', 'Login', '/login'],
      ['/signup', 'Signup', '/signup'],
      ['/forgot-password', 'Forgot password', '/forgot-password'],
      ['/reset-password', 'New password', '/reset-password'],
      ['/verify-email', 'Confirm email address', '/verify-email'],
      ['/about', 'About the creator', '/about'],
      ['/contact', titles.contact, '/contact'],
      ['/u1/library', 'Library', '/'],
    ] as const) {
      const shown = await show(app, url)
      expect([url, shown.status, shown.title, shown.canonical]).toEqual([
        url,
        200,
        title,
        `${ORIGIN}${canonical}`,
      ])
      expect(findScreen(canonical)).toBeDefined()
    }
  })

  it('answer 404 for unknown addresses, excluded from search engines (PROP-37)', async () => {
    const { app } = await start()
    for (const url of [
      '/albums/gone',
      '/artists/%00',
      '/playlists/%C2%85',
      '/genres/gone',
      '/playlists/Gone',
      '/no/such/screen',
      '/index.html',
    ]) {
      const shown = await show(app, url)
      expect([url, shown.status, shown.title, shown.robots, shown.canonical]).toEqual([
        url,
        404,
        'Refrain',
        'noindex',
        undefined,
      ])
    }
  })

  it('follow the catalogue at once, also when cached', async () => {
    const { app, open, put, first } = await start()
    for (let time = 0; time < 3; time++) {
      expect((await show(app, `/albums/${first}`)).title).toBe('First <b> - Album')
    }
    await open.db.updateTable('albums').set({ title: 'Second' }).where('id', '=', first).execute()
    await put.changed()
    await vi.waitFor(
      async () => expect((await show(app, `/albums/${first}`)).title).toBe('Second - Album'),
      SOON,
    )
  })

  it('name the requested host without PUBLIC_URL, but no malformed one', async () => {
    const { open } = await start()
    const app = await startApp(open, { pagesDir: writePages() })
    expect((await show(app, '/albums', { host: '192.168.1.20:3000' })).canonical).toBe(
      'http://192.168.1.20:3000/albums',
    )
    const odd = await app.inject({ url: '/albums', headers: { host: 'a"><script>alert(1)</script>' } })
    expect([odd.statusCode, odd.body]).toEqual([421, expect.not.stringContaining('script')])
    const forwarded = await show(app, '/albums', { host: '192.168.1.20', 'x-forwarded-host': 'evil.example' })
    expect(forwarded.canonical).toBe('http://192.168.1.20/albums')
  })

  it('never keep a page from opening while the database is unavailable', async () => {
    const { app, first } = await start()
    vi.spyOn(app.responseCache, 'refresh').mockRejectedValue(new DatabaseBusyError('The database is busy.'))
    const shown = await show(app, `/albums/${first}`)
    expect([shown.status, shown.title]).toEqual([200, 'Page'])
  })

  it('show pictures as square JPEGs of the stated size, created on first request', async () => {
    const { app, dataDir, first } = await start()
    const webp = pictureFilePath(dataDir, 'k3f9.webp', 1024, 'webp')
    mkdirSync(dirname(webp), { recursive: true })
    const small = sharp({ create: { width: 300, height: 300, channels: 3, background: '#336699' } })
    writeFileSync(webp, await small.webp().toBuffer())
    const { said } = await show(app, `/albums/${first}`)
    const url = new URL(String(said['og:image'])).pathname
    const answers = await Promise.all([1, 2, 3].map(() => app.inject(url)))
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const { format, width, height } = await sharp(answer.rawPayload).metadata()
      expect([format, String(width), String(height)]).toEqual([
        'jpeg',
        said['og:image:width'],
        said['og:image:height'],
      ])
    }
  })
})
