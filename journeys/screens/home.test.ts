import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { keyTo, tabTo } from '../support/checks/focus.ts'
import { readShifts, recordShifts } from '../support/checks/layout-shifts.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import {
  boxOf,
  button,
  carousel,
  goWithin,
  link,
  loaders,
  main,
  navigation,
  player,
  title,
  trackRow,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let page: Page
let service: Service
let browser: Browser

useVisit({
  before(journey) {
    ;({ page, service, browser } = journey)
  },
})

const sections = () => main(page).getByRole('heading', { level: 2 }).allTextContents()
const recent = () => page.getByRole('grid', { name: 'Recently Played' })
const recentTitles = async () =>
  (await recent().locator('.track-title').allInnerTexts()).map(text => text.trim())

/** Plays the rows of an album, one after the other. */
async function playRows(albumTitle: string, titles: readonly string[]): Promise<void> {
  const album = await catalogueOf(service.address).album(albumTitle)
  await goWithin(page, `/albums/${album._id}`)
  for (const name of titles) {
    await trackRow(page, name).row.hover()
    await trackRow(page, name).play.click()
    await untilBegun(name)
  }
}

/** Waits until a track plays, and so is the latest in Recently Played. */
async function untilBegun(name: string): Promise<void> {
  const { _id } = await catalogueOf(service.address).track(name)
  await until(() => page.evaluate(() => localStorage.getItem('recent')), name).toMatch(`["${_id}"`)
}

/** Opens Home with these recently played tracks. */
async function bring(to: Page, ...titles: readonly string[]): Promise<void> {
  const { track } = catalogueOf(service.address)
  const ids = await Promise.all(titles.map(async name => (await track(name))._id))
  await to.addInitScript(kept => localStorage.setItem('recent', kept), JSON.stringify(ids))
}

const goHome = () => link(navigation(page), 'Explore').click()

it('opens and plays when the browser blocks storage (PROP-42)', async () => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Refused', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
    Object.defineProperty(window, 'sessionStorage', { get: refuse })
  })
  await page.goto(`/albums/${(await catalogueOf(service.address).album('Pure Tones'))._id}`)
  await trackRow(page, 'First Tone').row.hover()
  await trackRow(page, 'First Tone').play.click()
  await button(player(page), 'Pause').waitFor()
  await goHome()
  await title(page).waitFor({ state: 'attached' })
})

it("starts with the last four tracks played, newest first, each once, and plays one in its own album's order without moving the rows (HOME-01, HOME-02, ENG-15 to ENG-17, CON-01, STO-10, PROP-21, PROP-41, ROW-21)", async () => {
  await page.goto('/about')
  await playRows('Pure Tones', ['First Tone', 'Second Tone', 'Third Tone'])
  await playRows('Waves', ['Wave 01', 'Wave 02', 'Wave 01'])
  await goHome()
  await until(recentTitles).toEqual(['Wave 01', 'Wave 02', 'Third Tone', 'Second Tone'])
  await until(sections).toEqual(['Recently Played', 'Popular artists', 'Popular albums'])
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('recent') ?? '').length)).toBe(4)
  await page.reload()
  await until(recentTitles).toEqual(['Wave 01', 'Wave 02', 'Third Tone', 'Second Tone'])

  await trackRow(page, 'Second Tone').row.hover()
  await trackRow(page, 'Second Tone').play.click()
  await until(() => player(page).innerText()).toContain('Second Tone')
  await until(() => page.getByRole('complementary', { name: 'Now playing' }).innerText()).toContain(
    'Third Tone',
  )
  await untilBegun('Second Tone')
  expect(await recentTitles()).toEqual(['Wave 01', 'Wave 02', 'Third Tone', 'Second Tone'])
  await link(navigation(page), 'Albums').click()
  await until(() => page.title()).toBe('Albums')
  await goHome()
  await until(recentTitles).toEqual(['Second Tone', 'Wave 01', 'Wave 02', 'Third Tone'])
})

/** The colours mixed into a row's background: red, green, blue. */
const groundOf = (name: string) =>
  trackRow(page, name)
    .row.locator('[data-row]')
    .evaluate(row => {
      const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      context.fillStyle = getComputedStyle(row).backgroundColor
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
    })
const strongest = async (name: string) => {
  const channels = await groundOf(name)
  return channels.indexOf(Math.max(...channels))
}

it("shifts nothing when Recently Played loads, colours each row after its album's picture, and plays it by keyboard alone (HOME-02, HOME-05, HOME-12, PROP-59, READ-33, READ-58, ROW-01, ROW-02, ROW-04 to ROW-06, ROW-17)", async () => {
  await bring(page, 'First Tone', 'Wave 02')
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/fetchTracksDetailsbyTracksArray', async route => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const popular = carousel(page, 'Popular artists').whole
  await popular.waitFor()
  await until(() => loaders(page).count()).toBe(1)
  const { y } = await boxOf(popular)
  await recordShifts(page)
  answer()
  await until(recentTitles).toEqual(['First Tone', 'Wave 02'])
  expect((await boxOf(popular)).y).toBe(y)
  expect(await readShifts(page)).toEqual([])

  for (const name of ['First Tone', 'Wave 02']) {
    const picture = trackRow(page, name).row.locator('img')
    await until(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).not.toBe(0)
  }
  expect(await strongest('First Tone')).toBe(0)
  expect(await strongest('Wave 02')).toBe(2)

  const { row, added, play } = trackRow(page, 'First Tone')
  const opacity = () => play.evaluate(button => getComputedStyle(button).opacity)
  await title(page).hover({ force: true })
  await until(opacity).toBe('0')
  await row.hover()
  await until(opacity).toBe('1')
  for (const [width, under] of [
    [425, true],
    [426, false],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    const titleBox = () => boxOf(row.locator('.track-title'))
    await until(async () => (await boxOf(added)).y >= (await titleBox()).y + 12, `${width} px`).toBe(under)
    const [above, below] = [await titleBox(), await boxOf(added)]
    expect(below.y >= above.y + above.height, `${width} px`).toBe(under)
    expect(below.x >= above.x + above.width, `${width} px`).toBe(!under)
    expect(await added.innerText()).toMatch(/^\d{4}$/)
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  await navigation(page).waitFor()
  await main(page).focus()
  await tabTo(page, /^(Play|Pause) \w/)
  await keyTo(page, 'ArrowDown', /^Play Wave 02$/)
  await page.keyboard.press('Enter')
  await until(() => player(page).innerText()).toContain('Wave 02')
  await trackRow(page, 'Wave 02').row.locator('[data-current]').waitFor()
  expect(await strongest('Wave 02')).toBe(2)
  await tabTo(page, /^Show all: Popular artists/)
  await page.keyboard.press('Enter')
  await until(() => page.title()).toBe('Popular artists')
})

it('always shows the play button and the menu on touch screens (ROW-02, PROP-59)', async () => {
  const touched = await browser.newContext({
    baseURL: service.address,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const phone = await touched.newPage()
  await bring(phone, 'First Tone')
  await phone.goto('/')
  const shown = trackRow(phone, 'First Tone')
  await shown.play.waitFor()
  expect(await shown.play.evaluate(button => getComputedStyle(button).opacity)).toBe('1')
  expect(await shown.more.evaluate(button => getComputedStyle(button).opacity)).toBe('1')
  await touched.close()
})
