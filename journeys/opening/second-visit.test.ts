import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { titles } from '@refrain/messages/en/titles'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { cachedFiles, missingFiles } from '../support/checks/cached-files.ts'
import type { WireAlbum } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { writeMusic } from '../support/data/music.ts'
import { goWithin, link, main, navigation, title } from '../support/pages/pages.ts'
import { BUILD, removeBuild, writeBuild } from '../support/servers/builds.ts'
import { type PagesServer, startPagesServer } from '../support/servers/pages-server.ts'
import { startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

/** Of the code of an album's page. */
const ALBUM_CODE = /album-page.*\.js$/
let music: string
let dataDir: string
let builds: string[]
let album: WireAlbum
let browser: Browser
let server: PagesServer
let visitor: Visit
let page: Page

beforeAll(async () => {
  music = await writeMusic([
    {
      artist: 'The Oscillators',
      album: 'Once More',
      year: 2021,
      colour: '#1f7a3d',
      tracks: [{ title: 'Again', frequency: 440, seconds: 1 }],
    },
  ])
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-journey-'))
  const service = await startService({ music: [music], dataDir })
  await service.waitForOutput(/1 added/)
  album = await catalogueOf(service.address).album('Once More')
  await service.stop()
  builds = [writeBuild(2), writeBuild(3)]
  browser = await startBrowser()
})

beforeEach(async () => {
  server = await startPagesServer(dataDir, BUILD)
  visitor = await visit(browser, server.address, { serviceWorkers: 'allow' })
  page = visitor.page
})

afterEach(async () => {
  await visitor.context.close()
  await server.stop()
})

afterAll(async () => {
  await browser?.close()
  for (const folder of [...builds, music, dataDir]) rmSync(folder, { recursive: true, force: true })
  builds.forEach(removeBuild)
})

const buildShown = (where: Page) => where.evaluate(() => document.documentElement.dataset.build ?? '1')
const newest = (where: Page) => where.evaluate(async () => (await caches.keys()).at(-1))
/** Number of cached builds; 0 while one is being cached. */
const cachedBuilds = (where: Page) =>
  where.evaluate(async () => {
    const { active, installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {}
    const settled = active?.state === 'activated' && !installing && !waiting
    return settled ? (await caches.keys()).length : 0
  })

/** Moves the pointer, which installs the worker and what the next screens need. */
async function beginVisit(path = '/'): Promise<void> {
  await page.goto(path)
  await title(page).waitFor({ state: 'attached' })
  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  await until(() => cachedBuilds(page)).toBe(1)
}

/** A visit long enough to cache all pages. */
async function firstVisit(path = '/'): Promise<void> {
  await beginVisit(path)
  await until(() => missingFiles(page, server.address)).toEqual([])
}

it('caches what the next screens need first and the rest when the browser is idle', async () => {
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    Object.assign(window, {
      requestIdleCallback: (run: () => void) => waiting.push(run),
      beIdle() {
        for (const run of waiting.splice(0)) run()
      },
    })
  })
  await beginVisit()
  const first = (await cachedFiles(page)).join()
  expect(first).toMatch(/album-page-.*\.js/)
  expect(first).toMatch(/search-page-.*\.js/)
  // The library shares its playlists with the search, and a chunk.
  expect(first).not.toMatch(/about-page|profile-page/)
  await page.evaluate(() => (window as unknown as { beIdle(): void }).beIdle())
  await until(() => missingFiles(page, server.address)).toEqual([])
})

it("caches the page and its files and nothing else, and opens any screen at once on the second visit, without waiting for the page's response, also offline, for who has only looked at Home so far", async () => {
  await page.goto('/')
  await until(() => missingFiles(page, server.address), 'nothing was pressed').toEqual([])
  await visitor.context.setOffline(true)
  await page.goto('/about')
  await until(() => page.title()).toBe(titles.about)
  await visitor.context.setOffline(false)
  await page.goto(`/albums/${album._id}`)
  await until(() => page.title()).toBe('Once More - Album')
  // The console names what could not be fetched without network.
  visitor.errors.length = 0
  await page.goto('/')
  await link(navigation(page), 'Albums').click()
  await until(() => page.title()).toBe('Albums')
  const addresses = await cachedFiles(page)
  expect(addresses).toContain('/shell.html')
  expect(addresses.filter(path => path !== '/shell.html' && !path.startsWith('/assets/'))).toEqual([])
  expect(visitor.errors).toEqual([])

  // Addresses that are not screens are left to the server.
  for (const [path, text] of [
    ['/for-artists', /import/],
    ['/robots.txt', /User-agent/],
    ['/api/configuration', /Refrain/],
  ] as const) {
    const answer = await page.goto(path)
    expect([path, answer?.fromServiceWorker(), await answer?.text()]).toEqual([
      path,
      false,
      expect.stringMatching(text),
    ])
  }

  server.holdPages()
  const asked = server.opened.length
  for (const [path, name] of [
    ['/', 'Home'],
    ['/search', 'Search'],
    ['/albums/gone', 'Unexpected Application Error!'],
  ] as const) {
    await page.goto(path)
    await until(() => page.title(), path).toBe(name)
  }
  expect(server.opened.length).toBe(asked)

  await visitor.context.setOffline(true)
  await page.goto(`/albums/${album._id}`)
  await navigation(page).waitFor()
  await link(navigation(page), 'Artists').click()
  await until(() => new URL(page.url()).pathname).toBe('/artists')
  await main(page).getByRole('button', { name: 'Try again' }).waitFor()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /offline/ })
    .waitFor()
  await visitor.context.setOffline(false)
  await until(() => main(page).innerText()).toContain('The Oscillators')
})

it('shows a new build on the visit after it was found and caches at most two builds', async () => {
  await firstVisit()
  const open = await visitor.context.newPage()
  // A page that is notified of the new build switches to it.
  await open.addInitScript(() => {
    const original = window.fetch
    window.fetch = (input, init) =>
      String(input).includes('/api/importStatus') ? new Promise(() => {}) : original(input, init)
  })
  await open.goto('/about')
  await until(() => open.title()).toBe(titles.about)
  for (const [index, folder] of builds.entries()) {
    await server.serve(folder)
    // Still the cached page; meanwhile the new build is found and cached.
    await page.goto('/albums')
    await until(() => page.title()).toBe('Albums')
    expect(await buildShown(page)).toBe(String(index + 1))
    const number = index + 2
    await until(() => newest(page)).toMatch(new RegExp(`-${number}$`))
    await until(() => cachedBuilds(page)).toBe(2)
    await page.goto('/artists')
    await until(() => page.title()).toBe('Artists')
    expect(await buildShown(page)).toBe(String(number))
    if (index > 0) continue
    // A window of the previous build finds its files, although the server no longer has them.
    await goWithin(open, '/contact')
    await until(() => open.title()).toBe(titles.contact)
    expect(await buildShown(open)).toBe('1')
  }
  expect(await page.evaluate(() => caches.keys())).toEqual([
    expect.stringMatching(/-2$/),
    expect.stringMatching(/-3$/),
  ])
})

it("opens the requested page in the new build when the old build's code is gone (ERR-19)", async () => {
  const { page: bare, context } = await visit(browser, server.address)
  // The page would fetch the code of the next screens while it is idle.
  await bare.route(ALBUM_CODE, route => route.abort())
  await bare.goto('/')
  await until(() => bare.title()).toBe('Home')
  await server.serve(builds[0] as string)
  await bare.unroute(ALBUM_CODE)
  await goWithin(bare, `/albums/${album._id}`)
  await until(() => bare.title()).toBe('Once More - Album')
  expect(await buildShown(bare)).toBe('2')
  expect(new URL(bare.url()).pathname).toBe(`/albums/${album._id}`)
  await context.close()
})
