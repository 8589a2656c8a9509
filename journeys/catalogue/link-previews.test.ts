import { rmSync } from 'node:fs'
import { titles } from '@refrain/messages/en/titles'
import { readPage } from '@refrain/server/testing/read-page'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import type { WireAlbum } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { writeMusic } from '../support/data/music.ts'
import { title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const TITLE = '</title><script>alert("$&")</script>'

let music: string
let service: Service
let browser: Browser
let album: WireAlbum

beforeAll(async () => {
  music = await writeMusic([
    {
      artist: 'The Oscillators',
      album: 'Shared',
      year: 2021,
      colour: '#1f7a3d',
      tracks: [{ title: TITLE.replaceAll('/', ''), frequency: 440, seconds: 1 }],
    },
  ])
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/1 added/)
  album = await catalogueOf(service.address).album('Shared')
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

const ask = (path: string, accept = '*/*') => fetch(`${service.address}${path}`, { headers: { accept } })
/** A page not rendered within a second is sent without its title; a rendered page is cached. */
const untilWritten = (path: string, title: string) =>
  until(async () => readPage(await (await ask(path)).text()).title, path).toBe(title)

it('gives link previews title, artist and cover of an album without running scripts', async () => {
  await untilWritten(`/albums/${album._id}`, 'Shared - Album')
  const answer = await ask(`/albums/${album._id}`)
  const { title, said, canonical } = readPage(await answer.text())
  expect([answer.status, title, canonical]).toEqual([
    200,
    'Shared - Album',
    `${service.address}/albums/${album._id}`,
  ])
  expect(said['og:description']).toBe('Album by The Oscillators · 2021 · 1 song')
  const picture = await fetch(String(said['og:image']))
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  const { width, height } = await sharp(await picture.arrayBuffer()).metadata()
  expect([String(width), String(height)]).toEqual([said['og:image:width'], said['og:image:height']])
})

it("sets the window title before the page's scripts run, and they keep it (ROUTE-02, ALB-08, PROP-39)", async () => {
  const { page, context, errors } = await visit(browser, service.address)
  await page.addInitScript(() => {
    const seenTitles: string[] = []
    Object.assign(window, { seenTitles })
    new MutationObserver(() => {
      if (document.title && seenTitles.at(-1) !== document.title) seenTitles.push(document.title)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const genres = (await (await ask('/api/fetchallGenres')).json()) as { _id: string; genre: string }[]
  for (const [path, name] of [
    ['/artists', 'Artists'],
    ['/albums', 'Albums'],
    ['/popularalbums', 'Popular albums'],
    ['/PopularArtists', 'Popular artists'],
    ['/search', 'Search'],
    ['/signup', 'Signup'],
    ['/about', titles.about],
    ['/contact', titles.contact],
    [`/artists/${album.artist}`, 'The Oscillators'],
    [`/genres/${genres[0]?._id}`, 'Tones'],
  ] as const)
    await untilWritten(path, name)
  for (const [path, name] of [
    ['/', 'Home'],
    ['/login', 'Login'],
    [`/albums/${album._id}`, 'Shared - Album'],
    [`/track/${album.tracks[0]}`, TITLE.replaceAll('/', '')],
    ['/playlists/Tones', 'Daily Mix 1'],
  ] as const) {
    await untilWritten(path, name)
    await page.goto(path)
    await title(page).waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
    const titles = await page.evaluate(() => (window as unknown as { seenTitles: string[] }).seenTitles)
    expect([path, ...titles]).toEqual([path, name])
  }
  expect(errors).toEqual([])
  await context.close()
})

it('answers unknown addresses with 404 and the error page (PROP-37)', async () => {
  expect((await ask('/albums/gone', 'text/html')).status).toBe(404)
  const { page, context } = await visit(browser, service.address)
  const answer = await page.goto('/no/such/screen')
  expect(answer?.status()).toBe(404)
  await until(() => page.title()).toBe('Unexpected Application Error!')
  await context.close()
})

it('can be installed as an app', async () => {
  const { page, context } = await visit(browser, service.address)
  await page.goto('/')
  const devtools = await context.newCDPSession(page)
  const manifest = await devtools.send('Page.getAppManifest')
  expect([manifest.url, manifest.errors]).toEqual([`${service.address}/manifest.webmanifest`, []])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(error => error.errorId !== 'in-incognito')).toEqual([])
  const answer = await ask('/manifest.webmanifest')
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const { icons } = (await answer.json()) as { icons: { src: string; sizes: string; type: string }[] }
  for (const { src, sizes, type } of icons) {
    const icon = await ask(src)
    expect([src, icon.headers.get('content-type')]).toEqual([src, type])
    if (sizes === 'any') continue
    const { width, height } = await sharp(await icon.arrayBuffer()).metadata()
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
  expect((await ask('/apple-touch-icon.png')).status).toBe(200)
  expect(await (await ask('/robots.txt')).text()).toContain('Disallow: /api/')
  await context.close()
})
