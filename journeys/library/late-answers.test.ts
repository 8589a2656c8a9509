import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { readShifts, recordAllShifts, untilFontShown } from '../support/checks/layout-shifts.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { WAVES } from '../support/data/shared-music.ts'
import { loaders, main } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { sharedService } from '../support/servers/shared-service.ts'
import { until } from '../support/until.ts'

let service: Service
let browser: Browser
/** By width: each kind of page at one of them, rows at both. */
let screens: Readonly<Record<number, readonly string[]>>

beforeAll(async () => {
  service = await sharedService()
  browser = await startBrowser({ whole: true })
  const catalogue = catalogueOf(service.address)
  const { _id, artist } = await catalogue.album(WAVES.album)
  const album = `/albums/${_id}`
  screens = {
    360: [album, `/genres/${(await catalogue.genre(WAVES.genre))._id}`, `/artists/${artist}`],
    1280: [album, `/playlists/${WAVES.genre}`, `/track/${(await catalogue.track('Wave 03'))._id}`],
  }
})

afterAll(async () => {
  await browser?.close()
})

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Holds all responses back; the result lets them arrive, each later than the last. */
async function holdResponses(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  let asked = 0
  await page.route(/\/api\//, async route => {
    const turn = asked++ % 4
    await held.promise
    await wait(300 + 300 * turn)
    await route.continue()
  })
  return held.resolve
}

/** Holds the font back; the result lets it arrive, and resolves when the page shows it. */
async function holdFont(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(/\.woff2/, async route => {
    await held.promise
    await route.continue()
  })
  return async () => {
    held.resolve()
    await untilFontShown(page)
  }
}

async function untilComplete(page: Page): Promise<void> {
  await main(page).locator('.track-row').first().waitFor()
  await until(() => loaders(page).count()).toBe(0)
}

it.each([360, 1280])(
  'shifts nothing when responses arrive late, and less than 0.0005 when the font arrives last, at %i px',
  async width => {
    // One window for all: what is intercepted is never cached.
    const { page, context } = await visit(browser, service.address, { viewport: { width, height: 800 } })
    await recordAllShifts(page)
    for (const screen of screens[width] ?? []) {
      const answer = await holdResponses(page)
      const releaseFont = await holdFont(page)
      // Not until `load`, which waits for the font.
      await page.goto(screen, { waitUntil: 'domcontentloaded' })
      const before = await readShifts(page)
      answer()
      await untilComplete(page)
      const late = (await readShifts(page)).slice(before.length)
      // Shifts below a hundred-thousandth of the window are invisible.
      expect(
        late.filter(({ value }) => value >= 0.00001),
        screen,
      ).toEqual([])
      expect(await page.evaluate(() => document.fonts.check('1em "Figtree Variable"'))).toBe(false)
      await releaseFont()
      const shifts = await readShifts(page)
      await page.unrouteAll({ behavior: 'wait' })
      // Glyphs differ, so words of another width remain; texts that are as wide, such as digits, stay in place.
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        `${screen} moves ${JSON.stringify(shifts)}`,
      ).toBeLessThan(0.0005)
    }
    await context.close()
  },
)

it('animates the loading Home, except with reduced motion (HOME-12, CARD-09)', async () => {
  const { page, context } = await visit(browser, service.address)
  // The server renders nothing for returning visitors, so the page shows its loading state.
  await context.addCookies([{ name: 'shuffled', value: 'false', url: service.address }])
  await page.route(/\/api\//, () => {})
  await page.goto('/')
  await loaders(page).first().waitFor({ state: 'attached' })
  const animations = () =>
    loaders(page)
      .locator('> [aria-hidden]')
      .evaluateAll(each => each.map(skeleton => getComputedStyle(skeleton).animationName))
  const all = await animations()
  expect(all).not.toEqual([])
  expect(all).not.toContain('none')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animations()).toEqual(all.map(() => 'none'))
  await context.close()
})
