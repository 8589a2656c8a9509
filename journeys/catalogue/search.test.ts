import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { manyAlbums, type ToneAlbum, writeMusic } from '../support/data/music.ts'
import { button, link, main, navigation, searchBox, sideways, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const PURE: ToneAlbum = {
  artist: 'Pure Oscillators',
  album: 'Pure Tones',
  year: 2021,
  colour: '#7a2e8c',
  tracks: [
    { title: 'Purely 100% Sine', frequency: 440, seconds: 1 },
    { title: 'Été', frequency: 660, seconds: 1 },
  ],
}

let music: string
let service: Service
let browser: Browser
let visitor: Visit
let page: Page
let asked: string[]

beforeAll(async () => {
  music = await writeMusic([PURE, ...manyAlbums(45)])
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/47 added/)
})

beforeEach(async () => {
  visitor = await visit(browser, service.address)
  page = visitor.page
  asked = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search') asked.push(searchParams.get('query') ?? '')
  })
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

const groups = () => main(page).getByRole('heading', { level: 2 }).allTextContents()
const address = () => page.evaluate(() => location.pathname + location.search)

/** Runs in the page, so that only its own pauses count. @returns the longest in ms */
async function typeInPage(box: HTMLElement, query: string): Promise<number> {
  box.focus()
  let longest = 0
  let last = performance.now()
  for (const letter of query) {
    document.execCommand('insertText', false, letter)
    await new Promise(resolve => setTimeout(resolve, 30))
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  return longest
}

/**
 * Types a query, until that was done without a pause nearly as long as the search waits for: on a busy machine each
 * pause is looked up. Only what was asked for the last time counts then.
 */
async function typeSwiftly(query: string): Promise<void> {
  await until(async () => {
    await searchBox(page).fill('')
    await until(address).toBe('/search')
    asked.length = 0
    const longest = await searchBox(page).evaluate(typeInPage, query)
    await until(address).toBe(`/search?q=${query}`)
    return longest
  }, 'longest pause in ms').toBeLessThan(100)
}

it('searches while typing at every width, keeps the query in the URL, shows the genres when it is cleared, and leaves the page on Back (ROUTE-20, SRCH-01 to SRCH-04, SRCH-06, SRCH-07, READ-65)', async () => {
  await page.goto('/')
  await title(page).waitFor({ state: 'attached' })
  await link(navigation(page), 'Search').click()
  await until(() => page.title()).toBe('Search')
  expect(await searchBox(page).getAttribute('placeholder')).toBe('Search...')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Search' })
  await typeSwiftly('PURE')
  await until(groups).toEqual(['Tracks', 'Artists', 'Albums'])
  await until(() => main(page).innerText()).toMatch(
    /Purely 100% Sine[\s\S]*Pure Oscillators[\s\S]*Pure Tones/,
  )
  expect(await main(page).innerText()).not.toContain('Été')
  expect(asked.length).toBeLessThanOrEqual(2)
  // The screen without a query is checked with all others: every-screen.test.ts.
  expect(await violations(page, { frame: true })).toEqual([])
  for (const width of [320, 360, 551, 1920, 1280]) {
    await page.setViewportSize({ width, height: width === 320 ? 256 : 800 })
    await until(async () => (await searchBox(page).boundingBox())?.width, `${width} px`).toBeGreaterThan(180)
    expect(await sideways(page), `${width} px`).toBe(0)
  }

  await page.reload()
  await until(groups).toEqual(['Tracks', 'Artists', 'Albums'])
  expect(await searchBox(page).inputValue()).toBe('PURE')
  await button(page, 'Clear search').click()
  await link(main(page), 'Tones').waitFor()
  expect(await address()).toBe('/search')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Search' })
  await page.keyboard.type('ete')
  await until(() => main(page).innerText()).toContain('Été')
  await searchBox(page).fill('nobody')
  await main(page).getByText('nobody').first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await until(() => page.title()).toBe('Home')
  expect(await searchBox(page).count()).toBe(0)
})

it('opens a result by keyboard from any screen and restores query, results, scroll position and focus on the way back', async () => {
  await page.goto('/albums')
  await title(page).waitFor()
  await page.keyboard.press('/')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Search', marked: true, inSight: true })
  await page.keyboard.type('album')
  // Each opened list has its own URL.
  await until(address).toBe('/search?q=album')
  await until(groups).toEqual(['Albums'])
  await tabTo(page, /^Show all/)
  await page.keyboard.press('Enter')
  await until(() => main(page).getByRole('link').count()).toBe(45)
  await tabTo(page, /^Album 40/)
  const askedBefore = [...asked]
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(200)
  await page.keyboard.press('Enter')
  await until(() => page.title()).toBe('Album 40 - Album')

  await page.goBack()
  await until(() => page.title()).toBe('Search')
  expect(await searchBox(page).inputValue()).toBe('album')
  await until(() => page.evaluate(() => scrollY)).toBe(place)
  await until(async () => (await describeFocus(page)).name).toMatch(/^Album 40/)
  expect(await main(page).getByRole('link').count()).toBe(45)
  expect(asked).toEqual(askedBefore)

  await page.keyboard.press('/')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Search' })
  await page.keyboard.type('pure')
  await until(groups).toEqual(['Tracks', 'Artists', 'Albums'])
})
