import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { SOON } from '../testing/soon.ts'
import { startApp } from '../testing/start-app.ts'
import { writePages } from '../testing/write-pages.ts'

const html = { accept: 'text/html' }
const EMPTY = '<div id="root"></div>'

/** Built pages with a prerenderer of Home that counts how often it is made, and fails for an artist named so. */
function writeDrawing(): string {
  const folder = writePages()
  mkdirSync(join(folder, '.prerender'))
  writeFileSync(
    join(folder, '.prerender/prerender-home.mjs'),
    `let times = 0
    export async function prerenderHome({ artists, albums }) {
      times++
      const names = [...artists.map(one => one.name), ...albums.map(one => one.title)]
      if (names.includes('Fail')) throw new Error('A component asks for a window.')
      return '<div id="root">' + times + ' ' + names.join() + '</div>'
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
    const { statusCode, body } = await app.inject('/.prerender/prerender-home.mjs')
    expect([statusCode, body.includes('times')]).toEqual([404, false])
  })
})
