import { WAVEFORM_BARS } from '@refrain/contract/media/waveform'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { LINES, WORDS } from '../support/data/shared-music.ts'
import {
  albumPlay,
  boxOf,
  button,
  player,
  rightPanel,
  sideways,
  slidingPanel,
  timeDisplay,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let service: Service
let albumPath: string
let page: Page

useVisit({
  async begin({ address }) {
    albumPath = `/albums/${(await catalogueOf(address).album(WORDS.album))._id}`
  },
  before(journey) {
    ;({ page, service } = journey)
  },
})

async function open(): Promise<void> {
  await page.goto(albumPath)
  await albumPlay(page).click()
}

const lines = (panel: Locator) => panel.getByRole('list', { name: 'Lyrics' }).getByRole('button')
const current = (panel: Locator) => panel.locator('[aria-current="true"]')
/** Number of the current line; 0 before the first. */
async function currentLineNumber(panel: Locator): Promise<number> {
  const text = await current(panel).allTextContents()
  return Number(/\d+$/.exec(text[0] ?? '')?.[0] ?? 0)
}
/**
 * Records the number of each current line, because a line lasts only seconds. Returns the numbers recorded so
 * far.
 */
async function recordCurrentLines(panel: Locator): Promise<() => Promise<readonly number[]>> {
  await panel.evaluate(node => {
    const noted: number[] = []
    Object.assign(window, { noted })
    const look = () => {
      const text = node.querySelector('[aria-current="true"]')?.textContent ?? ''
      const line = Number(/\d+$/.exec(text)?.[0] ?? 0)
      if (noted.at(-1) !== line) noted.push(line)
    }
    new MutationObserver(look).observe(node, { subtree: true, attributeFilter: ['aria-current'] })
    look()
  })
  return () => page.evaluate(() => (window as unknown as { noted: number[] }).noted)
}
/** Whether a line is visible in the lyrics. */
const inSight = (line: Locator) =>
  line.evaluate(node => {
    const box = node.getBoundingClientRect()
    const place = node.closest('ol')?.parentElement?.getBoundingClientRect() ?? box
    return box.top >= place.top && box.bottom <= place.bottom
  })

it('opens the lyrics by keyboard, highlights the current line and seeks to a pressed one, beside the page and in the panel that slides up (BAR-11)', async () => {
  await open()
  const panel = rightPanel(page)
  await button(panel, 'Lyrics').waitFor()
  await page.getByRole('main').focus()
  await tabTo(page, /^Lyrics$/)
  await page.keyboard.press('Enter')
  await lines(panel).first().waitFor()
  expect(await lines(panel).allTextContents()).toEqual(LINES)
  const noted = await recordCurrentLines(panel)
  await until(async () => (await noted()).length).toBeGreaterThanOrEqual(3)
  await until(async () => (await noted()).at(-1)).toBeGreaterThanOrEqual(3)
  const [first = 0, ...next] = await noted()
  expect(next).toEqual(next.map((_, place) => first + 1 + place))
  expect(await violations(page, { within: 'aside' })).toEqual([])

  // Scrolling by hand stops following, until the listener asks for it.
  await panel.getByRole('list', { name: 'Lyrics' }).hover()
  await page.mouse.wheel(0, 2000)
  const back = button(panel, 'Current line')
  await back.waitFor()
  // The wheel event fires before the content has scrolled, and the last line that was followed may still scroll it back.
  await until(async () => {
    await page.mouse.wheel(0, 2000)
    return inSight(lines(panel).last())
  }).toBe(true)
  const topOf = () =>
    lines(panel)
      .first()
      .evaluate(line => line.getBoundingClientRect().top)
  const [top, before] = [await topOf(), await currentLineNumber(panel)]
  await until(() => currentLineNumber(panel)).toBeGreaterThan(before)
  expect(await topOf()).toBe(top)
  await back.click()
  await until(() => inSight(current(panel))).toBe(true)
  expect(await back.count()).toBe(0)

  // It is shown only for seconds, so check every frame.
  const there = page.waitForFunction(() =>
    /0:4[1-3]/.test(document.querySelector('[data-part="time"]')?.textContent ?? ''),
  )
  await Promise.all([there, lines(panel).nth(20).click()])
  await until(noted).toContain(21)
  await until(() => inSight(current(panel))).toBe(true)
  await until(noted).toContain(22)
  const all = await noted()
  const pressed = all.indexOf(21)
  expect(all[pressed - 1]).toBeLessThan(20)
  expect(all[pressed + 1]).toBe(22)

  await page.keyboard.press('End')
  await until(async () => (await describeFocus(page)).name).toBe(LINES.at(-1))
  await page.keyboard.press('ArrowUp')
  await until(() => describeFocus(page)).toMatchObject({ name: LINES.at(-2), inSight: true, marked: true })
  await page.keyboard.press('Enter')
  await until(noted).toContain(LINES.length - 1)

  // In full, they fill the page's area, and the page behind them cannot be reached.
  await button(panel, 'Show lyrics in full').click()
  const full = page.getByRole('dialog', { name: 'Lyrics' })
  await until(() => inSight(current(full))).toBe(true)
  const [{ x, width }, beside] = [await boxOf(full), await boxOf(panel)]
  expect(x + width).toBe(beside.x)
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await full.waitFor({ state: 'hidden' })
  await until(() => inSight(current(panel))).toBe(true)

  // A track without lyrics hides their button; open lyrics return with the next track.
  await button(player(page), 'Next').click()
  await until(() => panel.getByRole('heading', { level: 2 }).textContent()).toBe('Wordless')
  expect(await button(panel, 'Lyrics').count()).toBe(0)
  await button(player(page), 'Next').click()
  await lines(panel).first().waitFor()

  await page.setViewportSize({ width: 360, height: 740 })
  await button(player(page), 'Open now playing').click()
  const sheet = slidingPanel(page)
  await button(sheet, 'Lyrics').click()
  await until(() => currentLineNumber(sheet)).toBeGreaterThan(1)
  await until(() => inSight(current(sheet))).toBe(true)
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await button(sheet, 'Show lyrics in full').click()
  await until(() => inSight(current(full))).toBe(true)
  expect(await boxOf(full)).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await full.waitFor({ state: 'hidden' })
  expect(await sheet.isVisible()).toBe(true)
})

it('draws the waveform of an imported file behind the slider and shows the time under the pointer (BAR-06)', async () => {
  // The service analyses tracks after the import.
  const track = await catalogueOf(service.address).track('Sung')
  const levels = async () => {
    const answer = await fetch(`${service.address}/api/tracks/${track._id}/waveform`)
    return ((await answer.json()) as { levels: number[] }).levels.length
  }
  await expect.poll(levels, { timeout: 60_000 }).toBe(WAVEFORM_BARS)

  await open()
  const slider = player(page).getByRole('slider', { name: 'Progress' })
  const path = player(page).locator('.waveform-rest path')
  await until(() => path.count()).toBe(1)
  const drawn = await path.getAttribute('d')
  expect(drawn?.split('M').length).toBeGreaterThan(60)
  const { width } = await boxOf(slider)
  await slider.hover({ position: { x: width / 2, y: 12 } })
  // A pixel is part of a second.
  await until(() =>
    player(page)
      .getByText(/^0:(29|30)$/)
      .count(),
  ).toBe(1)
  await slider.click({ position: { x: width / 2, y: 12 } })
  await until(() => timeDisplay(page).textContent()).toMatch(/0:(29|3\d)/)
  expect(await path.getAttribute('d')).toBe(drawn)
})
