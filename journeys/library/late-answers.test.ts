import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { writeMusic } from '../support/data/music.ts'
import { loaders, main } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

let music: string
let service: Service
let browser: Browser
let screens: string[]

beforeAll(async () => {
  const tracks = Array.from({ length: 9 }, (_, i) => ({ title: `Tone ${i}`, frequency: 440, seconds: 1 }))
  music = await writeMusic([
    { artist: 'The Oscillators', album: 'First Signs', year: 2021, colour: '#7a2e8c', genre: 'Folk', tracks },
  ])
  service = await startService({ music: [music] })
  browser = await startBrowser({ whole: true })
  await service.waitForOutput(/9 added/)
  const catalogue = catalogueOf(service.address)
  const { _id, artist } = await catalogue.album('First Signs')
  screens = [
    `/genres/${(await catalogue.genre('Folk'))._id}`,
    '/playlists/Folk',
    `/track/${(await catalogue.track('Tone 3'))._id}`,
    `/albums/${_id}`,
    `/artists/${artist}`,
  ]
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Delays each response more than the last, and the font until after the first text. */
async function delay(page: Page): Promise<void> {
  let asked = 0
  await page.route(/\/api\//, async route => {
    await wait(300 + 300 * (asked++ % 4))
    await route.continue()
  })
  await page.route(/\.woff2/, async route => {
    await wait(1000)
    await route.continue()
  })
}

/** Runs in the page before its own scripts and records layout shifts. */
function recordShifts(): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  new PerformanceObserver(list => {
    // Shifts below a hundred-thousandth of the window are invisible.
    for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[])
      if (entry.value >= 0.00001)
        moved.push(`${entry.value}: ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40))}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

interface LayoutShift {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

it.each([360, 768, 1280])('shifts nothing when responses and the font arrive late at %i px', async width => {
  const moved = async (screen: string) => {
    const { page, context } = await visit(browser, service.address, { viewport: { width, height: 800 } })
    await page.addInitScript(recordShifts)
    await delay(page)
    await page.goto(screen)
    await main(page).locator('.track-row').first().waitFor()
    await until(() => loaders(page).count()).toBe(0)
    await page.waitForLoadState('networkidle')
    const notes = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
    await context.close()
    return notes
  }
  const all = await Promise.all(screens.map(async screen => [screen, await moved(screen)]))
  expect(Object.fromEntries(all)).toEqual(Object.fromEntries(screens.map(screen => [screen, []])))
})

it.each(['no-preference', 'reduce'] as const)(
  'animates the loading Home, except with reduced motion: %s (HOME-12, CARD-09)',
  async reducedMotion => {
    const { page, context } = await visit(browser, service.address, { reducedMotion })
    // The server renders nothing for returning visitors, so the page shows its loading state.
    await context.addCookies([{ name: 'shuffled', value: 'false', url: service.address }])
    await page.route(/\/api\//, () => {})
    await page.goto('/')
    await loaders(page).first().waitFor({ state: 'attached' })
    const animations = await loaders(page)
      .locator('> [aria-hidden]')
      .evaluateAll(each => each.map(skeleton => getComputedStyle(skeleton).animationName))
    expect(animations).not.toEqual([])
    for (const name of animations)
      expect(name).toEqual(reducedMotion === 'reduce' ? 'none' : expect.not.stringMatching('none'))
    await context.close()
  },
)
