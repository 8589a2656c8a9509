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
  'shows the whole player in low windows, and gives links a target of 44 px for fingers, touch: %s (BAR-05, BAR-06, BAR-07)',
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
    if (!hasTouch) return context.close()
    const artists = link(main(page), 'The Oscillators')
    const logo = page.getByRole('banner').getByRole('link').first()
    for (const width of [360, 551, 900]) {
      await page.setViewportSize({ width, height: 800 })
      for (const pressed of [artists.first(), artists.last(), logo])
        await until(() => heightToPress(pressed), `${pressed} at ${width} px`).toBeGreaterThanOrEqual(43)
    }
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
