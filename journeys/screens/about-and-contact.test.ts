import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { overlaps } from '../support/checks/overlaps.ts'
import { field } from '../support/pages/account.ts'
import { boxOf, carousel, link, main, player, title } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

/** Where the bars, the panel or the form are laid out differently. */
const WIDTHS = [320, 360, 551, 1024, 1920]
/** Windows of small phones, and low ones of larger screens. */
const LOW = [
  [320, 568],
  [360, 600],
  [551, 600],
  [768, 600],
  [1024, 700],
  [1280, 800],
] as const

let page: Page

useVisit({
  oneWindow: true,
  before(journey) {
    page = journey.page
  },
})

const typed = () => page.locator('[data-typed]').innerText()
const chat = () => link(page, 'Chat with us')
const resize = (width: number) => page.setViewportSize({ width, height: width === 320 ? 256 : 800 })

it('types the introduction, which moves nothing below it and can be stopped, and turns slides by keyboard (ABC-01 to ABC-06, PROP-58)', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/about')
  const below = () => boxOf(page.getByRole('region', { name: 'What it is' }))
  await title(page).waitFor()
  const { y } = await below()
  await until(typed).toContain('I play')
  expect(await violations(page), '360 px').toEqual([])
  await until(typed).toContain('without a gap')
  expect((await below()).y).toBe(y)

  await resize(1280)
  await tabTo(page, /^Pause typing$/)
  await page.keyboard.press('Enter')
  const stopped = await typed()
  await until(async () => (await describeFocus(page)).name).toBe('Resume typing')
  await page.keyboard.press('Enter')
  await until(typed).not.toBe(stopped)

  const journey = carousel(page, 'The journey')
  const broken = () =>
    main(page)
      .locator('img')
      .evaluateAll(
        images =>
          (images as HTMLImageElement[]).filter(image => image.complete && image.naturalWidth === 0).length,
      )
  expect(await broken()).toBe(0)
  const before = await journey.inSight()
  await tabTo(page, /^Next slide$/)
  await page.keyboard.press('Enter')
  await until(async () => (await journey.inSight())[0]).not.toBe(before[0])
  expect(await broken()).toBe(0)
})

it('validates the contact form by keyboard, and keeps the chat link visible, off the form and the player in every window (ABC-08 to ABC-10, READ-44, VAL-09, VAL-10, PROP-57)', async () => {
  await page.goto('/contact')
  await title(page).waitFor()
  const requests: string[] = []
  page.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await tabTo(page, /^Submit$/)
  await page.keyboard.press('Enter')
  await until(() => main(page).innerText()).toContain('Name must be at least 3 characters long!')
  expect(await main(page).innerText()).toContain('Message cannot be empty!')
  await until(() => field(page, 'Name').evaluate(input => input === document.activeElement)).toBe(true)
  await resize(360)
  expect(await violations(page)).toEqual([])
  // The footer loads after the page and ends it.
  await page.getByRole('contentinfo').getByRole('link').last().waitFor()
  for (const width of WIDTHS) {
    await resize(width)
    await atEachPart(`${width} px`, async at => {
      const [floating, form] = [await boxOf(chat()), await boxOf(main(page).locator('form'))]
      expect(overlap(floating, form), `form, ${at}`).toBe(false)
      expect((await overlaps(page)).covered, `player, ${at}`).toBe(0)
    })
  }
  for (const [width, height] of LOW) {
    await page.setViewportSize({ width, height })
    await atEachPart(`${width} × ${height}`, async at => {
      const box = await boxOf(chat())
      expect(box.y, at).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height, at).toBeLessThanOrEqual((await boxOf(player(page))).y)
      for (const input of await main(page).locator('form :is(input, textarea, button)').all())
        expect(overlap(box, await boxOf(input)), at).toBe(false)
    })
    const last = page.getByRole('contentinfo').getByRole('link').last()
    expect(overlap(await boxOf(chat()), await boxOf(last)), `end, ${width} × ${height}`).toBe(false)
  }

  await resize(1280)
  await field(page, 'Name').focus()
  await page.keyboard.type('Alan')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Tab')
  const words = await main(page).innerText()
  expect(words).not.toMatch(/must be|cannot be/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await until(async () => (await describeFocus(page)).name).toBe('Chat with us')
  expect(await main(page).innerText()).toBe(words)
  expect(await field(page, 'Message').inputValue()).toBe('Hello')
  expect(requests.filter(request => request.startsWith('POST'))).toEqual([])
})

/** Scrolls to the start, the middle and the end of the page, and checks each. */
async function atEachPart(window: string, check: (at: string) => Promise<void>): Promise<void> {
  for (const part of [0, 0.5, 1]) {
    await page.evaluate(
      share => scrollTo(0, share * (document.documentElement.scrollHeight - innerHeight)),
      part,
    )
    await check(`${window}, scrolled to ${part}`)
  }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
