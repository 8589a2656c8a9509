import { rmSync } from 'node:fs'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { writeMusic } from '../support/data/music.ts'
import {
  albumPlay,
  boxOf,
  button,
  link,
  main,
  player,
  sideways,
  timeDisplay,
} from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
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

let music: string
let service: Service
let browser: Browser
let album: string

beforeAll(async () => {
  const tracks = [{ title: 'A Tone That Goes On', frequency: 440, seconds: 30 }]
  music = await writeMusic([
    { artist: 'The Oscillators', album: 'Low', year: 2021, colour: '#7a2e8c', tracks },
  ])
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/1 added/)
  album = `/albums/${(await catalogueOf(service.address).album('Low'))._id}`
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
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

it.each([false, true])(
  'shows the whole player in low windows, touch: %s (BAR-05, BAR-06, BAR-07)',
  async hasTouch => {
    const { page, context } = await visit(browser, service.address, { hasTouch, isMobile: hasTouch })
    await page.goto(album)
    await albumPlay(page).click()
    await button(player(page), 'Pause').waitFor()
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
      for (const part of parts) expect(await inside(part, player(page)), `${part} at ${at}`).toBe(true)
      const { width: wide } = await boxOf(player(page).getByRole('slider', { name: 'Progress' }))
      expect(wide, at).toBeGreaterThanOrEqual(90)
      expect(await sideways(page), at).toBe(0)
    }
    await context.close()
  },
)

it.each([
  [320, 568],
  [360, 600],
  [551, 600],
  [768, 600],
  [1024, 700],
  [1280, 800],
])('keeps the chat link visible and off every field at %i × %i (ABC-09)', async (width, height) => {
  const { page, context } = await visit(browser, service.address, { viewport: { width, height } })
  await page.goto('/contact')
  const chat = link(page, 'Chat with us')
  await chat.waitFor()
  // The footer loads after the page and ends it.
  const last = page.getByRole('contentinfo').getByRole('link').last()
  await last.waitFor()
  for (const share of [0, 0.5, 1]) {
    await page.evaluate(
      part => scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight)),
      share,
    )
    const at = `scrolled to ${share}`
    const box = await boxOf(chat)
    expect(box.y, at).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height, at).toBeLessThanOrEqual((await boxOf(player(page))).y)
    for (const field of await main(page).locator('form :is(input, textarea, button)').all())
      expect(overlap(box, await boxOf(field)), at).toBe(false)
  }
  expect(overlap(await boxOf(chat), await boxOf(last)), 'the end of the page').toBe(false)
  await context.close()
})

it('keeps playing when the chat link opens a page (PROP-57)', async () => {
  const { page, context } = await visit(browser, service.address)
  await page.goto(album)
  await albumPlay(page).click()
  await button(player(page), 'Pause').waitFor()
  await link(page, 'Contact Us').first().click()
  await link(page, 'Chat with us').click()
  await until(() => page.title()).toBe('Home')
  await button(player(page), 'Pause').waitFor()
  expect(await player(page).innerText()).toContain('A Tone That Goes On')
  await context.close()
})

it.each([360, 551, 900])(
  'gives links to artists and the logo a touch target of 44 px at %i px',
  async width => {
    const touched = { viewport: { width, height: 800 }, hasTouch: true, isMobile: true }
    const { page, context } = await visit(browser, service.address, touched)
    await page.goto(album)
    await albumPlay(page).waitFor()
    const artists = link(main(page), 'The Oscillators')
    for (const pressed of [
      artists.first(),
      artists.last(),
      page.getByRole('banner').getByRole('link').first(),
    ])
      await until(() => heightToPress(pressed), `${pressed}`).toBeGreaterThanOrEqual(43)
    await context.close()
  },
)

/** Height in pixels around a link's middle that activates it. */
const heightToPress = (pressed: Locator) =>
  pressed.evaluate(element => {
    element.scrollIntoView({ block: 'center' })
    const { left, width, top, height } = element.getBoundingClientRect()
    const middle = Math.round(top + height / 2)
    const leads = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y))
    return Array.from({ length: 80 }, (_, i) => middle - 40 + i).filter(leads).length
  })

type Box = Awaited<ReturnType<typeof boxOf>>

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
