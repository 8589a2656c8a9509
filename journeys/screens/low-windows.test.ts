import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { PURE_TONES } from '../support/data/shared-music.ts'
import {
  albumPlay,
  boxOf,
  button,
  link,
  main,
  optionsMenu,
  player,
  queue,
  sideways,
  slidingPanel,
  timeDisplay,
  trackRow,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { sharedService } from '../support/servers/shared-service.ts'
import { until } from '../support/until.ts'

/**
 * From the smallest width of the full player to a phone in landscape, and both sides of the low layout's
 * breakpoint.
 */
const WINDOWS = [
  [551, 320],
  [640, 360],
  [740, 360],
  [844, 390],
  [900, 420],
  [900, 421],
  [551, 800],
] as const

let service: Service
let browser: Browser
let album: string

beforeAll(async () => {
  service = await sharedService()
  browser = await startBrowser()
  album = `/albums/${(await catalogueOf(service.address).album(PURE_TONES.album))._id}`
})

afterAll(async () => {
  await browser?.close()
})

const inside = async (part: Locator, whole: Locator) => {
  const [inner, outer] = [await boxOf(part), await boxOf(whole)]
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

it('shows the whole player in low windows (BAR-05, BAR-06, BAR-07)', async () => {
  const { page, context } = await visit(browser, service.address, { deviceScaleFactor: 1 })
  await page.goto(album)
  await albumPlay(page).click()
  await button(player(page), 'Pause').waitFor()
  await expectWholePlayer(page)
  await context.close()
})

async function expectWholePlayer(page: Page): Promise<void> {
  const parts = [
    ...['Previous', 'Pause', 'Next', 'Mute', 'Toggle sidebar'].map(name => button(player(page), name)),
    ...['Progress', 'Volume'].map(name => player(page).getByRole('slider', { name })),
    timeDisplay(page),
  ]
  for (const [width, height] of WINDOWS) {
    const at = `${width} × ${height}`
    await page.setViewportSize({ width, height })
    await until(async () => {
      const { y, height: high } = await boxOf(player(page))
      return y + high
    }, at).toBe(height)
    const shuffle = button(player(page), 'Shuffle')
    for (const part of width > 768 || height > 420 ? [...parts, shuffle] : parts)
      expect(await inside(part, player(page)), `${part} at ${at}`).toBe(true)
    const { width: wide } = await boxOf(player(page).getByRole('slider', { name: 'Progress' }))
    expect(wide, at).toBeGreaterThanOrEqual(90)
    expect(await sideways(page), at).toBe(0)
  }
}

/** Links that a finger presses. */
async function expectLargeTargets(page: Page): Promise<void> {
  const artists = link(main(page), 'The Oscillators')
  const logo = page.getByRole('banner').getByRole('link').first()
  for (const width of [360, 551, 900]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [pressed, least] of [
      [artists.first(), 43],
      [artists.last(), 24],
      [logo, 43],
    ] as const)
      await until(() => heightToPress(pressed), `${pressed} at ${width} px`).toBeGreaterThanOrEqual(least)
  }
}

/** Height in pixels around a link's middle that activates it. */
const heightToPress = (pressed: Locator) =>
  pressed.evaluate(element => {
    element.scrollIntoView({ block: 'center' })
    const { left, width, top, height } = element.getBoundingClientRect()
    const middle = Math.round(top + height / 2)
    const leads = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y))
    return Array.from({ length: 80 }, (_, i) => middle - 40 + i).filter(leads).length
  })

it('does what a finger hits at 390 px: rows play, the mini player opens, Back and a swipe close; gives links a target of 44 px, those in rows 24 px, and shows the whole player in low windows (BAR-05 to BAR-07, BAR-11, BAR-12, ROW-08, PROP-66, PROP-67)', async () => {
  const viewport = { width: 390, height: 844 }
  const { page, context } = await visit(browser, service.address, {
    viewport,
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
  })
  await page.goto(album)
  const { row, play, more } = trackRow(page, 'First Tone')
  const isAt = (path: string) => until(() => new URL(page.url()).pathname).toBe(path)
  const action = () => play.getAttribute('aria-label')
  await row.waitFor()

  const title = row.locator('.track-title')
  await tap(page, title.locator('bdi'))
  await until(action).toBe('Pause')
  const { x, y, width, height } = await boxOf(title)
  await page.touchscreen.tap(x + width - 4, y + height / 2)
  await until(action).toBe('Play')
  const hits = await hitsIn(page, row)
  const onLink = hits.filter(({ hit }) => hit === 'The Oscillators')
  expect(Math.min(...onLink.map(point => point.y))).toBeGreaterThanOrEqual(Math.floor(y + height))
  expect(new Set(onLink.map(point => point.y)).size).toBeGreaterThanOrEqual(24 / STEP)
  for (const each of [play, more]) await expectHit(page, each)

  await tap(page, more)
  await optionsMenu(page).waitFor()
  await page.touchscreen.tap(width / 2, 80)
  await optionsMenu(page).waitFor({ state: 'hidden' })
  expect(await action()).toBe('Play')
  await tap(page, more)
  await optionsMenu(page).waitFor()
  await swipeDown(page, 560)
  await optionsMenu(page).waitFor({ state: 'hidden' })
  await tap(page, more)
  await optionsMenu(page).waitFor()
  await page.goBack()
  await optionsMenu(page).waitFor({ state: 'hidden' })
  await isAt(album)

  const mini = player(page)
  const opener = button(mini, 'Open now playing')
  for (const each of [opener, button(mini, 'Play')]) await expectHit(page, each)
  const sheet = slidingPanel(page)
  for (const part of [mini.getByText('First Tone'), mini.locator('img')]) {
    await tap(page, part)
    await sheet.waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    await isAt(album)
    const box = await boxOf(part)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await sheet.waitFor()
    await swipeDown(page)
    await sheet.waitFor({ state: 'hidden' })
  }
  const { x: place } = await boxOf(opener)
  // What a swipe replaces moves away from under the finger.
  const atRest = () => until(async () => (await boxOf(opener)).x).toBe(place)
  // A swipe to the left skips, and is no tap.
  const { y: top, height: high } = await boxOf(mini)
  await swipe(page, { x: 250, y: top + high / 2 }, { x: -10 })
  await until(() => mini.locator('bdi').first().innerText()).not.toBe('First Tone')
  expect(await sheet.isVisible()).toBe(false)
  await atRest()
  await swipe(page, { x: 60, y: top + high / 2 }, { x: 10 })
  await mini.getByText('First Tone').waitFor()
  await atRest()
  await tap(page, opener)
  await sheet.waitFor()
  const { open, close, row: queued } = queue(page)
  await open.tap()
  const inQueue = queued('First Tone').locator('.queue-track')
  await inQueue.waitFor()
  const missed = async () => (await hitsIn(page, inQueue)).filter(({ hit }) => hit !== 'Pause')
  await until(missed, 'points of the title that do not play').toEqual([])
  await close.tap()
  await link(sheet, 'The Oscillators').tap()
  await until(() => new URL(page.url()).pathname).toMatch(/^\/artists\//)
  await sheet.waitFor({ state: 'hidden' })
  await page.goBack()
  await isAt(album)
  await row.waitFor()
  await expectLargeTargets(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  if ((await albumPlay(page).getAttribute('aria-label')) === 'Play') await albumPlay(page).click()
  await button(player(page), 'Pause').waitFor()
  await expectWholePlayer(page)
  await context.close()
})

/** Pixels between the points of the grid that is tried. */
const STEP = 4

async function tap(page: Page, pressed: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(pressed)
  await page.touchscreen.tap(x + width / 2, y + height / 2)
}

/** What a finger hits on a grid of points over an element: the name of a link or button, or nothing. */
async function hitsIn(page: Page, element: Locator) {
  return page.evaluate(
    ([{ x, y, width, height }, step]) => {
      const points = []
      for (let top = Math.ceil(y) + 1; top < y + height - 1; top += step)
        for (let left = Math.ceil(x) + 1; left < x + width - 1; left += step) {
          const control = document.elementFromPoint(left, top)?.closest('a, button')
          const hit = control?.ariaLabel ?? control?.textContent ?? ''
          points.push({ x: left, y: top, hit })
        }
      return points
    },
    [await boxOf(element), STEP] as const,
  )
}

/** Everything that is seen of a button is it for a finger, before and during a press: nothing over it, and it does not shrink. */
async function expectHit(page: Page, pressed: Locator): Promise<void> {
  const name = await pressed.getAttribute('aria-label')
  const { x, y, width, height } = await boxOf(pressed)
  const missed = async () => {
    const others = (await hitsIn(page, pressed)).filter(({ hit }) => hit !== name)
    // Its corners are round.
    const isInCorner = (point: { x: number; y: number }) =>
      Math.hypot((point.x - x - width / 2) / width, (point.y - y - height / 2) / height) > 0.46
    return others.filter(point => !isInCorner(point))
  }
  expect(await missed(), `${name}`).toEqual([])
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchCancel', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: x + width / 3, y: y + height / 2 }])
  expect(await missed(), `${name} while pressed`).toEqual([])
  await touch('touchCancel', [])
  await session.detach()
}

const swipeDown = (page: Page, from = 150) => swipe(page, { x: 195, y: from }, { y: 20 })

/** Moves a finger in twelve steps and lifts it. */
async function swipe(page: Page, from: { x: number; y: number }, step: { x?: number; y?: number }) {
  const session = await page.context().newCDPSession(page)
  const move = (type: 'touchStart' | 'touchMove', steps: number) => {
    const point = { x: from.x + steps * (step.x ?? 0), y: from.y + steps * (step.y ?? 0) }
    return session.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
  }
  await move('touchStart', 0)
  for (let steps = 1; steps <= 12; steps++) await move('touchMove', steps)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
