import { rmSync } from 'node:fs'
import { createUser, login } from '@refrain/contract/account/sign-in'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { touchFaults } from '../support/checks/touch.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { guestScreens } from '../support/data/guest-screens.ts'
import { type ToneAlbum, writeMusic } from '../support/data/music.ts'
import { account } from '../support/pages/account.ts'
import {
  albumPlay,
  boxOf,
  button,
  goWithin,
  loaders,
  main,
  navigation,
  optionsMenu,
  player,
  slidingPanel,
  title,
  topLinks,
  trackRow,
} from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const tracks = ['A Tone That Goes On and On Beyond the Edge of a Phone', 'Short'].map(title => ({
  title,
  frequency: 440,
  seconds: 30,
  lyrics: '[00:00.00]First line\n[00:10.00]Second line\n',
}))
const ALBUMS: ToneAlbum[] = [
  { artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c', tracks },
  { artist: 'Les Sinus', album: 'Yellow', year: 2020, colour: '#ffe500', tracks },
]

let music: string
let service: Service
let browser: Browser
let screens: Record<string, string>

beforeAll(async () => {
  music = await writeMusic(ALBUMS)
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/4 added/)
  screens = await guestScreens(catalogueOf(service.address), ['Pure Tones'], 'Short')
})

const HEIGHT = 844
/** Some 30 screens and layers, each with a grid of points. */
const WITHIN_MS = 300_000

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

/** Opens screens without a reload and collects what is wrong with each. */
async function walk(page: Page, walked: Readonly<Record<string, string>>): Promise<string[]> {
  const faults: string[] = []
  for (const [name, path] of Object.entries(walked)) {
    await goWithin(page, path)
    await until(() => page.title()).toBe(name)
    await title(page).waitFor({ state: 'attached' })
    await until(() => loaders(page).count()).toBe(0)
    // Parts that arrive late move what is below them.
    await main(page).locator('a, button, summary, input').first().waitFor()
    // The frame is the same on each.
    const within = path === '/' ? 'body' : 'main'
    faults.push(...(await touchFaults(page, within)).map(fault => `${name}: ${fault}`))
  }
  return faults
}

/** The screens of a member who administrates. */
async function walkAsMember(page: Page, userId: string): Promise<string[]> {
  const library = `/${userId}/library`
  const faults = await walk(page, { Library: library })
  const short = trackRow(page, 'Short')
  await goWithin(page, screens['Pure Tones - Album'] ?? '')
  await short.like.tap()
  await button(short.row, 'Remove from Liked Songs').waitFor()
  await goWithin(page, library)
  await button(main(page), 'Create Playlist').tap()
  const editor = page.getByRole('dialog', { name: 'Edit details' })
  await editor.waitFor()
  const playlist = new URL(page.url()).pathname
  faults.push(...(await touchFaults(page)).map(fault => `name of a playlist: ${fault}`))
  await page.goBack()
  await editor.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(playlist)
  faults.push(
    ...(await walk(page, {
      Library: library,
      'Liked Songs': `${library}/likedSongs`,
      'My Playlist #1': playlist,
      'My Account': `/user/${userId}`,
      Administration: '/admin',
      Collection: '/admin/collection',
      Jobs: '/admin/jobs',
      People: '/admin/people',
      'Service settings': '/admin/settings',
      Log: '/admin/log',
    })),
  )
  return faults
}

/** What opens over a page, and what opens it, from the page or from what is open. */
function layersOf(page: Page): Record<string, [open: () => Promise<void>, layer: Locator, within: string]> {
  const dialog = 'dialog'
  return {
    navigation: [() => button(page, 'Navigation').tap(), navigation(page), 'nav[aria-label="Main"]'],
    'top links': [() => button(page, 'More pages').tap(), topLinks(page), 'nav[aria-label="Top"]'],
    'menu of the account': [() => account(page).tap(), page.getByRole('menu'), '[role="menu"]'],
    'menu of a row': [() => trackRow(page, 'Short').more.tap(), optionsMenu(page), dialog],
    'now playing': [() => button(player(page), 'Open now playing').tap(), slidingPanel(page), dialog],
  }
}

/** Opens one layer after the other, walks it, and holds that Back closes it and leaves the page as it was. */
async function walkLayers(page: Page): Promise<string[]> {
  const faults: string[] = []
  const state = () => page.evaluate(() => [location.pathname, document.title, scrollY])
  for (const [name, [open, layer, within]] of Object.entries(layersOf(page))) {
    const before = await state()
    await open()
    await layer.waitFor()
    await until(() => page.evaluate(() => history.state?.layer), name).toBe(1)
    faults.push(...(await touchFaults(page, within)).map(fault => `${name}: ${fault}`))
    await page.goBack()
    await layer.waitFor({ state: 'hidden' })
    expect(await state(), name).toEqual(before)
  }
  return faults
}

/** A dialog over the sheet, and a page of a menu: Back closes the uppermost alone. */
async function walkStacks(page: Page): Promise<string[]> {
  const faults: string[] = []
  const full = page.getByRole('dialog', { name: 'Lyrics' })
  const sheet = slidingPanel(page)
  await button(player(page), 'Open now playing').tap()
  for (const name of ['Previous', 'Pause', 'Next', 'Shuffle', 'Lyrics'])
    expect((await boxOf(button(sheet, name))).y, `${name} is in reach`).toBeGreaterThan(HEIGHT / 3)
  await button(sheet, 'Lyrics').tap()
  await button(sheet, 'Show lyrics in full').tap()
  await full.waitFor()
  faults.push(...(await touchFaults(page)).map(fault => `full lyrics: ${fault}`))
  await page.goBack()
  await full.waitFor({ state: 'hidden' })
  expect(await sheet.isVisible()).toBe(true)
  await page.goBack()
  await sheet.waitFor({ state: 'hidden' })

  const share = page.getByRole('menu', { name: 'Share' })
  await trackRow(page, 'Short').more.tap()
  await page.getByRole('menuitem', { name: 'Share' }).tap()
  await share.waitFor()
  faults.push(...(await touchFaults(page)).map(fault => `share: ${fault}`))
  await page.goBack()
  await share.waitFor({ state: 'hidden' })
  expect(await optionsMenu(page).isVisible()).toBe(true)
  await page.goBack()
  await optionsMenu(page).waitFor({ state: 'hidden' })
  return faults
}

it(
  'does on every screen what a finger sees, also while it is pressed, and Back closes the uppermost layer (PROP-66, PROP-67)',
  async () => {
    const viewport = { width: 390, height: HEIGHT }
    const { page, context } = await visit(browser, service.address, {
      viewport,
      deviceScaleFactor: 1,
      hasTouch: true,
      isMobile: true,
    })
    await page.goto('/')
    const faults = await walk(page, screens)
    const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
    await page.request.post(createUser.path, { data: ada })
    await page.request.post(login.path, { data: ada })
    expect((await service.run('admin', [ada.email])).status).toBe(0)
    await page.goto('/')
    await account(page).waitFor()
    await page.waitForFunction(() => localStorage.getItem('userId'))
    const userId = await page.evaluate(() => localStorage.getItem('userId'))
    faults.push(...(await walkAsMember(page, userId ?? '')))
    await goWithin(page, screens['Pure Tones - Album'] ?? '')
    await albumPlay(page).tap()
    await button(player(page), 'Pause').waitFor()
    faults.push(...(await walkLayers(page)), ...(await walkStacks(page)))
    expect(faults).toEqual([])
    await context.close()
  },
  WITHIN_MS,
)
