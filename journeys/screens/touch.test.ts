import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { touchFaults } from '../support/checks/touch.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { signUpAda } from '../support/data/members.ts'
import { WORDS } from '../support/data/shared-music.ts'
import { account } from '../support/pages/account.ts'
import {
  albumPlay,
  boxOf,
  button,
  goWithin,
  main,
  navigation,
  optionsMenu,
  player,
  slidingPanel,
  topLinks,
  trackRow,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { sharedService } from '../support/servers/shared-service.ts'
import { until } from '../support/until.ts'

let service: Service
let browser: Browser
let albumPath: string

beforeAll(async () => {
  service = await sharedService()
  browser = await startBrowser()
  albumPath = `/albums/${(await catalogueOf(service.address).album(WORDS.album))._id}`
})
afterAll(async () => {
  await browser?.close()
})

const HEIGHT = 844
/** The page that names a new playlist. */
async function walkEditor(page: Page): Promise<string[]> {
  await goWithin(page, '/me/library')
  await button(main(page), 'Create Playlist').tap()
  const editor = page.getByRole('dialog', { name: 'Edit details' })
  await editor.waitFor()
  const playlist = new URL(page.url()).pathname
  const faults = (await touchFaults(page)).map(fault => `name of a playlist: ${fault}`)
  await page.goBack()
  await editor.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(playlist)
  return faults
}

/** What opens over a page, and what opens it, from the page or from what is open. */
function layersOf(page: Page): Record<string, [open: () => Promise<void>, layer: Locator, within: string]> {
  const dialog = 'dialog'
  return {
    navigation: [() => button(page, 'Navigation').tap(), navigation(page), 'nav[aria-label="Main"]'],
    'top links': [() => button(page, 'More pages').tap(), topLinks(page), 'nav[aria-label="Top"]'],
    'menu of the account': [() => account(page).tap(), page.getByRole('menu'), '[role="menu"]'],
    'menu of a row': [() => trackRow(page, 'Wordless').more.tap(), optionsMenu(page), dialog],
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
  // Lyrics that follow the music would move under the finger.
  await button(sheet, 'Pause').tap()
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
  await trackRow(page, 'Wordless').more.tap()
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

// What a finger finds on the screens themselves: every-screen.test.ts.
it('does in every layer over a page what a finger sees, also while it is pressed, and Back closes the uppermost one (PROP-66, PROP-67)', async () => {
  const { page, context } = await visit(browser, service.address, {
    viewport: { width: 390, height: HEIGHT },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
  })
  await signUpAda(page.request)
  await page.goto(albumPath)
  await account(page).waitFor()
  const faults = await walkEditor(page)
  await goWithin(page, albumPath)
  await albumPlay(page).tap()
  await button(player(page), 'Pause').waitFor()
  faults.push(...(await walkLayers(page)), ...(await walkStacks(page)))
  expect(faults).toEqual([])
  await context.close()
})
