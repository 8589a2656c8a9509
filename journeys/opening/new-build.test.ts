import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SCREEN_CODE_FILE } from '@refrain/contract/service-paths'
import { titles } from '@refrain/messages/en/titles'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { missingFiles } from '../support/checks/cached-files.ts'
import type { WireAlbum } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { writeMusic } from '../support/data/music.ts'
import { button, comeBack, goWithin, player, timeDisplay, trackRow } from '../support/pages/pages.ts'
import { BUILD, removeBuild, writeBuild } from '../support/servers/builds.ts'
import { startPagesServer } from '../support/servers/pages-server.ts'
import { startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

/** Code of all screens but an album's. Which share a file, and its name, are up to the build. */
const OTHER_SCREENS = /\/(?!album-page)[\w-]+-page-[^/]*\.js$/
const TONES = ['Tone A', 'Tone B', 'Tone C'].map(title => ({ title, frequency: 440, seconds: 120 }))

let folders: string[]
let dataDir: string
let nextBuild: string
let album: WireAlbum
let browser: Browser

beforeAll(async () => {
  const music = await writeMusic([
    { artist: 'The Oscillators', album: 'Long Tones', year: 2021, colour: '#7a2e8c', tracks: TONES },
  ])
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-journey-'))
  folders = [music, dataDir]
  const service = await startService({ music: [music], dataDir })
  await service.waitForOutput(/3 added/)
  album = await catalogueOf(service.address).album('Long Tones')
  await service.stop()
  nextBuild = writeBuild(2)
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  removeBuild(nextBuild)
})

const buildShown = (page: Page) => page.evaluate(() => document.documentElement.dataset.build ?? '1')
const newestCache = (page: Page) => page.evaluate(async () => (await caches.keys()).at(-1) ?? '')
/** False while a new service worker is installing or waiting. */
const isWorkerCurrent = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration?.active != null && !registration.installing && !registration.waiting
  })
const time = (page: Page) => timeDisplay(page).innerText()
const stored = (page: Page) =>
  page.evaluate(() => ['track', 'album'].map(key => localStorage.getItem(key)?.slice(0, 200)))

it('has builds that name no file of each other', () => {
  const named = readFileSync(join(nextBuild, SCREEN_CODE_FILE), 'utf8').match(/\/assets\/[^"]+/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(file => !existsSync(join(nextBuild, file)))).toEqual([])
})

it('keeps playing while another build is deployed and carries the queue over', async () => {
  const server = await startPagesServer(dataDir, BUILD)
  const { page, context, errors } = await visit(browser, server.address)
  // Keep this page's code from loading before the server drops it.
  await page.route(OTHER_SCREENS, route => route.abort())
  await page.goto(`/albums/${album._id}`)
  await trackRow(page, 'Tone B').row.hover()
  await trackRow(page, 'Tone B').play.click()
  await button(player(page), 'Pause').waitFor()
  await until(() => time(page)).toMatch(/^(?!0:00)\d+:\d\d /)

  await server.serve(nextBuild)
  const before = await time(page)
  await until(() => time(page)).not.toBe(before)
  expect(await button(player(page), 'Pause').isVisible()).toBe(true)
  expect(await buildShown(page)).toBe('1')

  const queue = await stored(page)
  await page.unroute(OTHER_SCREENS)
  await goWithin(page, '/contact')
  await until(() => page.title()).toBe(titles.contact)
  await until(() => buildShown(page)).toBe('2')
  await button(player(page), 'Play').waitFor()
  await until(() => player(page).innerText()).toContain('Tone B')
  expect(await stored(page)).toEqual(queue)
  await button(player(page), 'Play').click()
  await button(player(page), 'Pause').waitFor()
  await button(player(page), 'Next').click()
  await until(() => player(page).innerText()).toContain('Tone C')

  // Blocked files and those of the first build are missing, but nothing else fails.
  const isMissing = /^(Failed to load resource|Refused to apply style from '[^']+\/assets\/)/
  expect(errors.filter(text => !isMissing.test(text))).toEqual([])
  await context.close()
  await server.stop()
})

it('switches to the new build on the first navigation after a pause and keeps the queue', async () => {
  const server = await startPagesServer(dataDir, BUILD)
  const { page, context, errors } = await visit(browser, server.address, { serviceWorkers: 'allow' })
  await page.goto(`/albums/${album._id}`)
  await trackRow(page, 'Tone B').row.hover()
  await trackRow(page, 'Tone B').play.click()
  await button(player(page), 'Pause').waitFor()
  // All pages could continue with the files of the first build.
  await until(() => newestCache(page)).not.toBe('')
  await until(() => missingFiles(page, server.address)).toEqual([])

  await server.serve(nextBuild)
  await until(async () => {
    await comeBack(page)
    return newestCache(page)
  }).toMatch(/-2$/)
  // A worker takes over only while the old one answers no requests, which the navigations below would keep it doing.
  await until(() => isWorkerCurrent(page)).toBe(true)
  await goWithin(page, '/about')
  await until(() => page.title()).toBe(titles.about)
  expect(await buildShown(page)).toBe('1')
  await button(player(page), 'Pause').click()
  await button(player(page), 'Play').waitFor()
  const queue = await stored(page)

  let path = '/about'
  await until(async () => {
    path = path === '/about' ? '/contact' : '/about'
    // A reload may abort the evaluation.
    await goWithin(page, path).catch(() => {})
    return buildShown(page).catch(() => '')
  }).toBe('2')
  await until(() => page.title()).toBe(path === '/about' ? titles.about : titles.contact)
  await button(player(page), 'Play').waitFor()
  await until(() => player(page).innerText()).toContain('Tone B')
  expect(await stored(page)).toEqual(queue)
  await button(player(page), 'Play').click()
  await button(player(page), 'Pause').waitFor()
  await button(player(page), 'Next').click()
  await until(() => player(page).innerText()).toContain('Tone C')

  expect(errors.filter(text => !text.startsWith('Failed to load resource'))).toEqual([])
  await context.close()
  await server.stop()
})
