import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Album } from '@refrain/contract/catalogue/albums'
import { SCREEN_CODE_FILE } from '@refrain/contract/service-paths'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { SOON } from '../testing/soon.ts'
import { startApp } from '../testing/start-app.ts'
import { writePages } from '../testing/write-pages.ts'
import { createPageRenderer } from './prerender-pages.ts'

const html = { accept: 'text/html' }
const EMPTY = '<div id="root"></div>'

/** Built pages with a prerenderer of Home that counts how often it is made, and fails for an artist named so. */
function writeDrawing(passed = ''): string {
  const folder = writePages()
  mkdirSync(join(folder, '.prerender'))
  writeFileSync(
    join(folder, SCREEN_CODE_FILE),
    JSON.stringify({ album: ['/assets/album-page-1.js', '/assets/rows-1.css'] }),
  )
  writeFileSync(
    join(folder, '.prerender/prerender-pages.mjs'),
    `${passed && 'globalThis.passTime()'}
    let times = 0
    export async function prerenderHome({ artists, albums }) {
      times++
      const names = [...artists.map(one => one.name), ...albums.map(one => one.title)]
      if (names.includes('Fail')) throw new Error('A component asks for a window.')
      return '<div id="root">' + times + ' ' + names.join() + '</div>'
    }
    export async function prerenderAlbum({ name, album }) {
      if (album.title === 'Endless') return new Promise(end => { globalThis.endRender = end })
      if (album.title === 'Fail') throw new Error('A component asks for a window.')
      return '<div id="root" data-partial="">' + name + ': ' + album.title + '</div>'
    }`,
  )
  return folder
}

onBothDatabases('Home rendered by the server', openDatabase => {
  async function setUp(artistName = 'Ada') {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist(artistName, { profile_path: 'a.webp' })
    await put.album('First', artist)
    const app = await startApp(open, { pagesDir: writeDrawing() })
    const home = async (cookie = '') => (await app.inject({ url: '/', headers: { ...html, cookie } })).body
    return { open, put, artist, app, home }
  }

  it('is in the page, rendered once while its lists stay the same (HOME-04, HOME-06)', async () => {
    const { home, app } = await setUp()
    for (let visit = 0; visit < 4; visit++) expect(await home()).toContain('<div id="root">1 Ada,First</div>')
    expect(await home()).not.toContain('rel="preload" as="fetch"')
    const { body } = await app.inject({ url: '/albums', headers: html })
    expect(body).toContain(EMPTY)
    expect((await app.inject({ url: '/shell.html', headers: html })).body).toContain(EMPTY)
  })

  it('follows the catalogue', async () => {
    const { home, put, artist } = await setUp()
    expect(await home()).toContain('1 Ada,First')
    await put.album('Second', artist)
    await vi.waitFor(async () => expect(await home()).toContain('2 Ada,First,Second'), SOON)
  })

  it('is left to browsers that have stored something before', async () => {
    const { home } = await setUp()
    expect(await home('theme=dark')).toContain('Ada,First')
    for (const cookie of ['token=abc', 'x=1; track=tr1', 'shuffledTracks_al1=%5B%5D']) {
      const page = await home(cookie)
      expect(page).toContain(EMPTY)
      expect(page).toContain('rel="preload" as="fetch"')
    }
  })

  it('is left to the browser if rendering fails, which is logged once', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { home, put, artist } = await setUp('Fail')
    expect(await home()).toContain(EMPTY)
    await put.album('Second', artist)
    expect(await home()).toContain(EMPTY)
    expect(told).toHaveBeenCalledOnce()
    told.mockRestore()
  })

  it('is rendered by a file that is not served', async () => {
    const { app } = await setUp()
    const { statusCode, body } = await app.inject('/.prerender/prerender-pages.mjs')
    expect([statusCode, body.includes('times')]).toEqual([404, false])
  })
})

onBothDatabases("an album's page rendered by the server", openDatabase => {
  async function setUp({ title = 'First', tracks = 2 } = {}) {
    const open = await openDatabase()
    const put = seed(open.db)
    const ada = await put.artist('Ada')
    const album = await put.album(title, ada, { profile_path: 'a.webp' })
    for (let number = 1; number <= tracks; number++)
      await put.track(`Track </script> ${number}`, album, [ada], { number })
    const app = await startApp(open, { pagesDir: writeDrawing() })
    const page = async (cookie = '') =>
      (await app.inject({ url: `/albums/${album}`, headers: { ...html, cookie } })).body
    return { album, page }
  }
  /** While another album is being rendered. */
  async function setUpBusy() {
    Reflect.deleteProperty(globalThis, 'endRender')
    const open = await openDatabase()
    const put = seed(open.db)
    const ada = await put.artist('Ada')
    const [endless, first] = [await put.album('Endless', ada), await put.album('First', ada)]
    const app = await startApp(open, { pagesDir: writeDrawing() })
    const get = async (id: string) => (await app.inject({ url: `/albums/${id}`, headers: html })).body
    const other = get(endless)
    await vi.waitFor(() => expect(globalThis).toHaveProperty('endRender'), SOON)
    return {
      page: () => get(first),
      endOther() {
        const { endRender } = globalThis as unknown as { endRender: (markup: string) => void }
        endRender('<div id="root"></div>')
        return other
      },
    }
  }
  const recordsIn = (body: string) =>
    JSON.parse(/<script type="application\/json" id="album-records">(.*?)<\/script>/.exec(body)?.[1] ?? '{}')

  it('is in the page with its records, and lets its picture load before the code', async () => {
    const { album, page } = await setUp()
    const body = await page()
    expect(body).toContain('<div id="root" data-partial="">Refrain: First</div>')
    expect(body).toContain('<script type="module" fetchpriority="low"')
    expect(body).not.toContain('as="image"')
    const records = recordsIn(body)
    expect(records).toMatchObject({ name: 'Refrain', album: { id: album, title: 'First' } })
    expect(records.tracks.map((track: { title: string }) => track.title)).toEqual([
      'Track </script> 1',
      'Track </script> 2',
    ])
  })

  it('is left to browsers that have stored something before, with records and code to preload', async () => {
    const { album, page } = await setUp()
    const body = await page('token=abc')
    expect(body).toContain(EMPTY)
    expect(body).not.toContain('fetchpriority="low"')
    expect(recordsIn(body)).toMatchObject({ album: { title: 'First' } })
    expect(body).toContain(`/profile_path/album_profile/${album}/a-96.avif`)
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/album-page-1.js">')
    // As the code will ask for it.
    expect(body).toContain('<link rel="preload" as="style" crossorigin href="/assets/rows-1.css">')
  })

  it('leaves out the tracks of a very long album', async () => {
    const { page } = await setUp({ tracks: 101 })
    expect(recordsIn(await page())).not.toHaveProperty('tracks')
  })

  it('is left to browsers if it cannot be rendered', async () => {
    const { page } = await setUp({ title: 'Fail' })
    const body = await page()
    expect(body).toContain(EMPTY)
    expect(recordsIn(body)).toMatchObject({ album: { title: 'Fail' } })
  })

  it('takes no more than a fifth of the time', async () => {
    const { db } = await openDatabase()
    let time = 0
    const { album } = createPageRenderer(db, writeDrawing(), { now: () => (time += 10) })
    const render = () => album('Refrain', { title: 'First' } as Album)
    // Each look at the clock takes 10 ms here, so a page does.
    const rendered = [await render(), await render(), await render(), await render(), await render()]
    expect(rendered.map(({ markup }) => markup !== undefined)).toEqual([true, false, false, false, true])
    expect(rendered.map(({ isPutOff = false }) => isPutOff)).toEqual([false, true, true, true, false])
  })

  it('does not count the time in which its code is loaded', async () => {
    const { db } = await openDatabase()
    let time = 0
    const { album } = createPageRenderer(db, writeDrawing('time'), { now: () => time })
    vi.stubGlobal('passTime', () => (time += 1_000))
    const render = async () => (await album('Refrain', { title: 'First' } as Album)).markup !== undefined
    expect([await render(), await render()]).toEqual([true, true])
    vi.unstubAllGlobals()
  })

  it('gives up a page that does not end, and renders the next one', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { db } = await openDatabase()
    const { album } = createPageRenderer(db, writeDrawing(), { now: () => 0, timeoutSeconds: 0.05 })
    const render = async (title: string) => (await album('Refrain', { title } as Album)).markup !== undefined
    expect([await render('Endless'), await render('First')]).toEqual([false, true])
    told.mockRestore()
  })

  it('is rendered for the next visitor if there was no time for it', async () => {
    const { page, endOther } = await setUpBusy()
    expect(await page()).toContain(EMPTY)
    await endOther()
    await vi.waitFor(async () => expect(await page()).toContain('Refrain: First'), SOON)
  })
})
