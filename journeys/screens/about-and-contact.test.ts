import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { overlaps } from '../support/checks/overlaps.ts'
import { writeMusic } from '../support/data/music.ts'
import { field, submit } from '../support/pages/account.ts'
import { boxOf, carousel, link, main, sideways, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const WIDTHS = [320, 360, 425, 500, 550, 768, 1024, 1280, 1920]

let music: string
let service: Service
let browser: Browser
let visitor: Visit
let page: Page

beforeAll(async () => {
  const tracks = [{ title: 'First Tone', frequency: 440, seconds: 1 }]
  music = await writeMusic([{ artist: 'A', album: 'B', year: 2021, colour: '#7a2e8c', tracks }])
  service = await startService({ music: [music] })
  browser = await startBrowser()
})

beforeEach(async () => {
  visitor = await visit(browser, service.address)
  page = visitor.page
})

afterEach(async () => {
  expect(visitor.errors).toEqual([])
  await visitor.context.close()
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

const typed = () => page.locator('[data-typed]').innerText()
const chat = () => link(page, 'Chat with us')
const resize = (width: number) => page.setViewportSize({ width, height: width === 320 ? 256 : 800 })

it('types the introduction and can be stopped (ABC-01, ABC-03 to ABC-06)', async () => {
  await page.goto('/about')
  await until(typed).toContain('I play')
  await tabTo(page, /^Pause typing$/)
  await page.keyboard.press('Enter')
  const stopped = await typed()
  await until(async () => (await describeFocus(page)).name).toBe('Resume typing')
  await page.keyboard.press('Enter')
  await until(typed).not.toBe(stopped)
})

it('stands still with reduced motion', async () => {
  const { page: still, context } = await visit(browser, service.address, { reducedMotion: 'reduce' })
  await still.goto('/about')
  await until(() => still.locator('[data-typed]').innerText()).toMatch(/^I play whole albums without a gap/)
  await context.close()
})

it("shows its pictures and moves through the journey's slides by keyboard (ABC-02)", async () => {
  await page.goto('/about')
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

it('reserves the height of the typed text, so that nothing below moves (PROP-58)', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/about')
  const below = () => boxOf(page.getByRole('region', { name: 'What it is' }))
  await title(page).waitFor()
  const { y } = await below()
  await until(typed).toContain('without a gap')
  expect((await below()).y).toBe(y)
})

it('validates the contact form by keyboard and sends nothing (ABC-08, ABC-10, READ-44, VAL-09, VAL-10)', async () => {
  await page.goto('/contact')
  await title(page).waitFor()
  const requests: string[] = []
  page.on('request', request => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await tabTo(page, /^Submit$/)
  await page.keyboard.press('Enter')
  await until(() => main(page).innerText()).toContain('Name must be at least 3 characters long!')
  expect(await main(page).innerText()).toContain('Message cannot be empty!')
  await until(() => field(page, 'Name').evaluate(input => input === document.activeElement)).toBe(true)
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

it('keeps the chat link off the form and the player at every width (ABC-09, PROP-57)', async () => {
  await page.goto('/contact')
  await submit(page).click()
  for (const width of WIDTHS) {
    await resize(width)
    for (const part of [0, 0.5, 1]) {
      await page.evaluate(share => scrollTo(0, share * document.documentElement.scrollHeight), part)
      const [floating, form] = [await boxOf(chat()), await boxOf(main(page).locator('form'))]
      expect(overlap(floating, form), `form, ${width} px, scrolled to ${part}`).toBe(false)
      expect((await overlaps(page)).covered, `player, ${width} px, scrolled to ${part}`).toBe(0)
    }
    expect(await sideways(page), `${width} px`).toBe(0)
  }
  await page.goto('/about')
  await title(page).waitFor()
  for (const width of WIDTHS) {
    await resize(width)
    expect(await sideways(page), `${width} px`).toBe(0)
  }
})

it.each([360, 1280])('passes axe with form errors and while typing at %i px', async width => {
  await page.setViewportSize({ width, height: 800 })
  await page.goto('/contact')
  await submit(page).click()
  await until(() => field(page, 'Name').getAttribute('aria-invalid')).toBe('true')
  expect(await violations(page), 'Contact').toEqual([])
  await page.goto('/about')
  await until(typed).toContain('I')
  expect(await violations(page), 'About').toEqual([])
})

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
