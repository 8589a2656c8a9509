import { rmSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { describeFocus } from '../support/checks/focus.ts'
import { WIDTHS } from '../support/checks/screen.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { manyAlbums, writeMusic } from '../support/data/music.ts'
import {
  bottomBar,
  boxOf,
  button,
  cardPicture,
  carousel,
  footer,
  goWithin,
  link,
  loaders,
  main,
  navigation,
  player,
  rightPanel,
  scrollToEnd,
  slidingPanel,
  title,
  topBar,
  topLinks,
  trackRow,
} from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const HEIGHT = 800

/** Longer than a window. */
const LONG = {
  artist: 'The Waves',
  album: 'Waves',
  year: 2019,
  colour: '#20744a',
  tracks: Array.from({ length: 13 }, (_, i) => ({ title: `Part ${i + 1}`, frequency: 440, seconds: 1 })),
}

let music: string
let service: Service
let browser: Browser
let visitor: Visit
let page: Page
let screens: Record<string, string>

beforeAll(async () => {
  music = await writeMusic([LONG, ...manyAlbums(12)])
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/25 added/)
  visitor = await visit(browser, service.address, { deviceScaleFactor: 1 })
  page = visitor.page
  await page.goto('/settings')
  const album = await catalogueOf(service.address).album(LONG.album)
  screens = {
    home: '/',
    albums: '/albums',
    songs: '/songs',
    album: `/albums/${album._id}`,
    popularAlbums: '/popularalbums',
    popularArtists: '/PopularArtists',
    nowhere: '/nowhere',
  }
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

/** Opens a screen without a reload. */
async function open(screen: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  const path = screens[screen] ?? screen
  if (new URL(page.url()).pathname === path) await go('/settings')
  await go(path)
  await until(() => loaders(page).count()).toBe(0)
}

/** Goes to another screen and waits for it. */
async function go(path: string): Promise<void> {
  const before = await page.title()
  await goWithin(page, path)
  await until(() => page.title()).not.toBe(before)
  await title(page).waitFor({ state: 'attached' })
}

it('expands the navigation from 57 px to 200 px on hover (LAY-03, LAY-22, LAY-23, CON-09)', async () => {
  await open('home', 501)
  for (const width of [501, 1280]) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.mouse.move(width - 5, 400)
    await until(async () => (await boxOf(navigation(page))).width).toBe(57)
    const before = await boxOf(main(page).locator('> div'))
    await link(navigation(page), 'Artists').hover()
    await until(async () => (await boxOf(navigation(page))).width).toBe(200)
    expect(await boxOf(main(page).locator('> div'))).toEqual(before)
  }
  await page.mouse.move(1000, 400)
  await until(async () => (await boxOf(navigation(page))).width).toBe(57)
})

it('shows a toggle for a full-width navigation and, up to 550 px, a bar of icons (LAY-24, LAY-25, LAY-26, CON-10)', async () => {
  await open('home', 501)
  await navigation(page).waitFor()
  expect(await button(page, 'Navigation').count()).toBe(0)

  // Up to 550 px the icons are below the thumb, beside the navigation at the left.
  for (const width of [551, 550, 501]) {
    await page.setViewportSize({ width, height: HEIGHT })
    await until(() => bottomBar(page).count(), `${width} px`).toBe(width > 550 ? 0 : 1)
  }
  const mini = await boxOf(player(page))
  expect(mini).toMatchObject({ x: 0, width: 501 })
  // The bar has a line on top, which the player is behind.
  expect(mini.y + mini.height - (await boxOf(bottomBar(page))).y).toBe(1)

  await page.setViewportSize({ width: 500, height: HEIGHT })
  await bottomBar(page).waitFor()
  const icons = await bottomBar(page).getByRole('link').all()
  expect(await Promise.all(icons.map(icon => icon.getAttribute('aria-label')))).toEqual([
    'Home',
    'Artists',
    'Albums',
    'Login',
    'Search',
  ])
  const bar = await boxOf(bottomBar(page))
  expect(bar).toMatchObject({ x: 0, width: 500 })
  expect(bar.y + bar.height).toBe(HEIGHT)
  expect(await navigation(page).count()).toBe(0)
  await button(page, 'Navigation').click()
  expect(await boxOf(navigation(page))).toMatchObject({ x: 0, width: 500 })
  await link(navigation(page), 'Artists').click()
  await until(() => page.title()).toBe('Artists')
  await until(() => navigation(page).count()).toBe(0)

  // At 400 % zoom, half of the window is left to the page.
  await page.setViewportSize({ width: 320, height: 256 })
  await until(async () => {
    const bars = [await boxOf(player(page)), await boxOf(bottomBar(page))]
    return bars.reduce((sum, { height }) => sum + height, 0)
  }).toBeLessThanOrEqual(128)
  await link(bottomBar(page), 'Albums').click()
  await until(() => page.title()).toBe('Albums')
  await link(bottomBar(page), 'Home').click()
  await until(() => page.title()).toBe('Home')
})

it('shows every link of the top bar side by side at any width (LAY-01, LAY-08 to LAY-14)', async () => {
  await open('home', 501)
  for (const width of [501, 551, 600, 700, 768, 1024, 1920]) {
    await page.setViewportSize({ width, height: HEIGHT })
    const names = ['Home', 'About Creator', 'Contact Us', 'For Artists', 'Signup', 'Login']
    const boxes = await Promise.all(names.map(name => boxOf(link(topBar(page), name))))
    for (const [place, box] of boxes.entries()) {
      const before = boxes[place - 1]
      expect(box.x, `${names[place]} at ${width} px`).toBeGreaterThanOrEqual(
        before ? before.x + before.width : 0,
      )
      expect(box.height, `${names[place]} at ${width} px`).toBeLessThan(48)
    }
    const last = boxes.at(-1)
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(width - 8)
  }
})

it("moves the top bar's links into a dropdown at 500 px (LAY-12, READ-32, CON-10)", async () => {
  await open('albums', 500)
  expect(await topLinks(page).count()).toBe(0)
  const toggle = button(topBar(page), 'More pages')
  await toggle.click()
  await topLinks(page).waitFor()
  const hrefs = await topLinks(page)
    .getByRole('link')
    .evaluateAll(all => all.map(each => each.getAttribute('href')))
  expect(hrefs).toEqual(['/', '/about', '/contact', '/for-artists'])
  const { x, width } = await boxOf(topLinks(page))
  expect(x + width).toBeLessThanOrEqual(500)

  await page.keyboard.press('Escape')
  await topLinks(page).waitFor({ state: 'hidden' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Home', inSight: true, marked: true })
  await page.keyboard.press('Escape')
  await until(() => describeFocus(page)).toMatchObject({ name: 'More pages' })
  await toggle.click()
  await main(page).click({ position: { x: 20, y: 300 } })
  await topLinks(page).waitFor({ state: 'hidden' })

  await toggle.click()
  await link(topLinks(page), 'Home').click()
  await until(() => page.title()).toBe('Home')
  await topLinks(page).waitFor({ state: 'hidden' })
})

it('puts the footer at the end of a complete page, or of the window (LAY-31 to LAY-39, PROP-03)', async () => {
  await open('nowhere', 1920)
  await footer(page).waitFor()
  const bottom = async () => {
    const { y, height } = await boxOf(footer(page))
    return Math.round(y + height)
  }
  const playerTop = async () => Math.round((await boxOf(player(page))).y)
  await until(bottom).toBe(await playerTop())
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const columns = await footer(page).getByRole('navigation').locator('ul').all()
    const tops = await Promise.all(columns.map(async column => Math.round((await boxOf(column)).y)))
    expect(new Set(tops).size, `lines of columns at ${width} px`).toBe(width < 1024 ? 2 : 1)
  }
  for (const name of ['Instagram', 'Twitter', 'Facebook'])
    expect(await link(footer(page), name).getAttribute('href')).toBe('/')

  await open('album', 1280)
  // The footer's code loads after the page's; only then is the end final.
  await footer(page).waitFor()
  await until(async () => {
    await scrollToEnd(page)
    return bottom()
  }).toBe(await playerTop())
  await link(footer(page), 'About').click()
  await until(() => page.title()).toBe('Home')
  await until(() => page.evaluate(() => scrollY)).toBe(0)
})

it('opens the right panel by default and remembers that it was closed (LAY-04, LAY-06, LAY-07, BAR-09)', async () => {
  const remembered = () => page.evaluate(() => localStorage.getItem('isRightClosed'))
  const toggle = button(player(page), 'Toggle sidebar')
  await open('home', 1280)
  await rightPanel(page).waitFor()
  await toggle.click()
  await rightPanel(page).waitFor({ state: 'hidden' })
  expect(await remembered()).toBe('true')
  await page.reload()
  await toggle.waitFor()
  // The server-rendered page shows the panel until the code has loaded.
  await until(() => rightPanel(page).count()).toBe(0)
  await toggle.click()
  await rightPanel(page).waitFor()
  expect(await remembered()).toBe('false')
})

it('shows a mini player below 551 px whose button slides the panel up and down (BAR-10, BAR-11, BAR-12, CON-11)', async () => {
  await open('home', 551)
  await rightPanel(page).waitFor()
  expect(await button(page, 'Open now playing').count()).toBe(0)

  await page.setViewportSize({ width: 550, height: HEIGHT })
  await button(player(page), 'Open now playing').waitFor()
  expect(await rightPanel(page).count()).toBe(0)
  expect((await boxOf(player(page))).height).toBeLessThan(80)
  for (let round = 0; round < 2; round++) {
    await button(player(page), 'Open now playing').click()
    await until(() => boxOf(slidingPanel(page))).toEqual({ x: 0, y: 0, width: 550, height: HEIGHT })
    expect(await slidingPanel(page).innerText()).toContain('Play an album to preview')
    await button(slidingPanel(page), 'Close now playing').click()
    await slidingPanel(page).waitFor({ state: 'hidden' })
  }
})

it('shows 1, 2, 3 or 4 cards of a carousel side by side (HOME-13, HOME-14, HOME-15, HOME-16)', async () => {
  await open('home', 360)
  const artists = carousel(page, 'Popular artists')
  const albums = carousel(page, 'Popular albums')
  for (const [width, cards] of [
    [360, 1],
    [550, 1],
    [639, 1],
    [640, 2],
    [768, 2],
    [1023, 2],
    [1024, 3],
    [1279, 3],
    [1280, 4],
    [1920, 4],
  ] as const) {
    await page.setViewportSize({ width, height: HEIGHT })
    await until(async () => [await artists.perView(), await albums.perView()]).toEqual([cards, cards])
  }
})

/** Whether a carousel stands at other slides than before; on its way there fewer are in sight, or some of those. */
const isPast = (before: readonly unknown[]) => (now: readonly unknown[]) =>
  now.length === 4 && !now.includes(before[3])

it('moves a carousel with its buttons and the arrow keys, and keeps the focused card visible (HOME-04, HOME-06, HOME-17, HOME-18, HOME-19)', async () => {
  await open('home', 1280)
  const albums = carousel(page, 'Popular albums')
  const atFirst = await albums.inSight()
  expect(atFirst).toHaveLength(4)
  await albums.next.click()
  await until(albums.inSight).toSatisfy(isPast(atFirst))
  const second = await albums.inSight()
  await albums.previous.click()
  await until(albums.inSight).toEqual(atFirst)
  await albums.next.focus()
  await page.keyboard.press('ArrowRight')
  await until(albums.inSight).toEqual(second)
  await page.keyboard.press('ArrowLeft')
  await until(albums.inSight).toEqual(atFirst)

  const focused = () =>
    albums.whole.locator('ul').evaluate(list => {
      const slide = document.activeElement?.closest('li')
      if (!slide || !list.contains(slide)) return null
      const { left, right } = slide.getBoundingClientRect()
      const { left: from, right: to } = (list.parentElement as Element).getBoundingClientRect()
      return { place: Array.from(list.children).indexOf(slide), inSight: left > from - 2 && right < to + 2 }
    })
  for (const [width, step] of [
    [1280, 4],
    [360, 1],
  ] as const) {
    // Opened anew: until a carousel has measured itself again after a change of the width, it moves as far as before.
    await open('home', width)
    await until(albums.perView).toBe(step)
    await link(albums.whole, /./).nth(1).focus()
    await page.keyboard.press('ArrowRight')
    await until(focused, `${width} px`).toEqual({ place: step, inSight: true })
    await page.keyboard.press('ArrowLeft')
    await until(focused, `${width} px`).toEqual({ place: 0, inSight: true })
    // This is the first card, so the focus stays.
    await page.keyboard.press('ArrowLeft')
    expect(await focused(), `${width} px`).toEqual({ place: 0, inSight: true })
  }
})

/** Whether a carousel has come to rest: its first card is where it was two frames ago. */
const isAtRest = (whole: Locator) =>
  whole
    .locator('li')
    .first()
    .evaluate(async card => {
      const before = card.getBoundingClientRect().left
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return card.getBoundingClientRect().left === before
    })

it("restores each carousel's position and the focused card on the way back to Home (HOME-17, PROP-38)", async () => {
  await open('home', 1280)
  const albums = carousel(page, 'Popular albums')
  const atFirst = await albums.inSight()
  await albums.next.click()
  await until(albums.inSight).toSatisfy(isPast(atFirst))
  await until(() => isAtRest(albums.whole)).toBe(true)
  const second = await albums.inSight()
  const left = second[1] ?? ''
  await link(albums.whole, new RegExp(left)).click()
  await until(() => page.title()).toBe(`${left} - Album`)
  await page.goBack()
  await until(() => page.title()).toBe('Home')
  await until(albums.inSight).toEqual(second)
  await until(async () => (await describeFocus(page)).name).toContain(left)
  expect(await describeFocus(page)).toMatchObject({ tag: 'A', inSight: true })
  await link(navigation(page), 'Albums').click()
  await until(() => page.title()).toBe('Albums')
  await link(navigation(page), 'Explore').click()
  await until(albums.inSight).toEqual(atFirst)
})

it('shows artists in circles and albums in rounded squares (CARD-01, CARD-05)', async () => {
  const shape = (card: ReturnType<typeof link>) =>
    cardPicture(card).evaluate(picture => {
      const { width, height } = picture.getBoundingClientRect()
      const radius = Number.parseFloat(getComputedStyle(picture).borderTopLeftRadius)
      return { square: Math.abs(width - height) < 1, circle: radius >= width / 2, rounded: radius > 0 }
    })
  await open('popularArtists', 1280)
  expect(await shape(link(main(page), /^Artist 01/))).toEqual({ square: true, circle: true, rounded: true })
  await open('popularAlbums', 1280)
  expect(await shape(link(main(page), /^Album 01/))).toEqual({ square: true, circle: false, rounded: true })
})

it('uses small paddings and headings at 425 px, with a row’s date and length under its title, and only the year from 550 px down (READ-33, CON-12, ROW-05, ROW-06)', async () => {
  const measure = async () => ({
    heading: await title(page).evaluate(each => Number.parseFloat(getComputedStyle(each).fontSize)),
    left: (await boxOf(title(page))).x,
  })
  await open('albums', 426)
  const wide = await measure()
  await page.setViewportSize({ width: 425, height: HEIGHT })
  await until(async () => (await measure()).heading).toBeLessThan(wide.heading)
  expect((await measure()).left).toBeLessThan(wide.left)

  await open('album', 551)
  const { row, added } = trackRow(page, 'Part 1')
  const [year, month, day] = ((await added.first().getAttribute('datetime')) ?? '').slice(0, 10).split('-')
  await until(() => added.first().innerText()).toBe(`${day}/${month}/${year}`)
  await page.setViewportSize({ width: 550, height: HEIGHT })
  await until(() => added.first().innerText()).toBe(year)
  const words = row.first().getByText('Part 1', { exact: true })
  const below = async () => (await boxOf(added.first())).y >= (await boxOf(words)).y + 12
  expect(await below()).toBe(false)
  await page.setViewportSize({ width: 425, height: HEIGHT })
  await until(below).toBe(true)
})

it('reports no errors', () => {
  const own = visitor.errors.filter(error => !error.includes('404'))
  expect(own).toEqual([])
})
