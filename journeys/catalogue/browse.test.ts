import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { recordListingCalls } from '../support/checks/listing-calls.ts'
import type { WireAlbum } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { manyAlbums, type ToneAlbum } from '../support/data/music.ts'
import {
  albumPlay,
  carousel,
  footer,
  headerColours,
  link,
  loaders,
  main,
  navigation,
  player,
  scrollToEnd,
  scrollToPart,
  timeDisplay,
  title,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const LONG_TONE: ToneAlbum = {
  artist: 'The Oscillators',
  album: 'Long Tone',
  year: 2021,
  colour: '#1f7a3d',
  tracks: [{ title: 'On and On', frequency: 550, seconds: 55 }],
}

const PICTURES = /\/profile_path\//
/** Pixels of fast scrolling, and how many nodes may be left behind by it. */
const SCROLLED = 60_000
const MAX_NODES_MORE = 500

let page: Page
let service: Service
let visitor: Visit
let album: WireAlbum

useVisit({
  oneWindow: true,
  music: [LONG_TONE, ...manyAlbums(45)],
  async begin(service) {
    album = await catalogueOf(service.address).album('Long Tone')
  },
  before(journey) {
    ;({ page, service } = journey)
    visitor = journey
  },
  allowErrors: true,
})

it("opens screens by their URLs, with title and heading, an album in its cover's colour, and the error page with a way back for a missing record (ROUTE-01, ROUTE-02, ALB-02 to ALB-08, ALB-10, ERR-18, PROP-37, PROP-38, PROP-39, READ-37)", async () => {
  const other = await catalogueOf(service.address).album('Album 01')
  for (const [path, name, heading] of [
    [`/albums/${other._id}`, 'Album 01 - Album', 'Album 01'],
    [`/albums/${album._id}`, 'Long Tone - Album', 'Long Tone'],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await until(() => page.title(), path).toBe(name)
    await until(() => title(page).allTextContents(), path).toEqual([heading])
    if (heading !== 'Album 01') continue
    const { shown, wanted } = await headerColours(page, other.color)
    expect(shown).toBe(wanted)
  }
  await page.reload()
  await until(() => page.title(), 'again').toBe('Long Tone - Album')
  await until(() => title(page).allTextContents(), 'again').toEqual(['Long Tone'])
  const { shown, wanted } = await headerColours(page, album.color)
  expect(shown).toBe(wanted)
  expect(other.color).not.toBe(album.color)
  const [red = 0, green = 0, blue = 0] =
    album.color.match(/[0-9a-f]{2}/gi)?.map(hex => parseInt(hex, 16)) ?? []
  expect(green).toBeGreaterThan(Math.max(red, blue))
  await until(() => main(page).innerText()).toMatch(
    /Album\s+Long Tone\s+The Oscillators\s[\s\S]*2021[\s\S]*1 song[\s\S]*0 hr 0 min/,
  )
  await link(main(page), 'The Oscillators').first().click()
  await until(() => page.title()).toBe('The Oscillators')
  expect(visitor.errors).toEqual([])

  const error = 'Unexpected Application Error!'
  await page.goto('/albums/%00')
  await until(() => page.title()).toBe(error)
  await until(() => title(page).allTextContents()).toEqual([error])
  await until(() => main(page).innerText()).toContain('404 Not Found')
  await link(main(page), 'Home').click()
  await until(() => page.title()).toBe('Home')
})

it('leads from Home to all popular artists and albums, and fetches no pictures for a listing that the listener is leaving (HOME-05, HOME-07, LIST-09, LIST-10, PROP-16)', async () => {
  await page.goto('/')
  for (const [name, path] of [
    ['Popular artists', '/PopularArtists'],
    ['Popular albums', '/popularalbums'],
  ] as const) {
    await link(carousel(page, name).whole, `Show all: ${name}`).click()
    await until(() => page.title()).toBe(name)
    expect(new URL(page.url()).pathname).toBe(path)
    await until(() => main(page).getByRole('listitem').count()).toBe(20)
    if (path === '/popularalbums') continue
    await page.goBack()
    await until(() => page.title()).toBe('Home')
  }
  const cards = main(page).locator('a.card')
  await cards.first().hover()
  // The network may have been idle before the cards; the first requests must not arrive later.
  await until(() =>
    cards
      .locator('img')
      .evaluateAll(images =>
        (images as HTMLImageElement[]).every(({ complete, currentSrc }) => complete && currentSrc !== ''),
      ),
  ).toBe(true)
  await page.waitForLoadState('networkidle')
  const opened = (await cards.first().getAttribute('href'))!.split('/').at(-1)!
  const fetched: string[] = []
  page.on('request', request => {
    if (request.url().includes('/profile_path/')) fetched.push(request.url())
  })
  await cards.first().click()
  await albumPlay(page).waitFor()
  await page.waitForLoadState('networkidle')
  expect(fetched.filter(url => !url.includes(opened))).toEqual([])
})

/** Holds the answer to the second page of Albums. @returns how to let it go */
async function holdSecondPage(): Promise<() => void> {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/fetchMoreAlbums', async route => {
    if (route.request().postDataJSON().page === 2) await held
    await route.continue()
  })
  return answer
}

const scrolled = () => page.evaluate(() => Math.round(scrollY))
const cards = () => main(page).getByRole('listitem')

/** From the next load on, the listing has 1,000 albums, whose pictures never load. */
async function simulateLongListing(): Promise<void> {
  await page.route(PICTURES, () => {})
  await page.route('**/api/fetchMoreAlbums', async route => {
    const { page: number } = route.request().postDataJSON()
    const response = await route.fetch({ postData: JSON.stringify({ page: 1 }) })
    const { albums } = (await response.json()) as { albums: WireAlbum[] }
    const renamed = albums.map((each, i) => ({ ...each, _id: `${number}a${i}` }))
    await route.fulfill({ response, json: { albums: renamed, totalResults: 1_000 } })
  })
}

/** Nodes of the page after a garbage collection, those included that are no longer in the document. */
async function countNodes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  // What one frees may be what kept the rest.
  for (let collection = 0; collection < 3; collection++) await session.send('HeapProfiler.collectGarbage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return nodes
}

it('loads a listing page by page, each at 0.8 of the one before, then shows the footer, and restores its scroll position on Back and Forward (LAY-31, LIST-02 to LIST-07, CON-07, PROP-38)', async () => {
  const asked: number[] = []
  page.on('request', request => {
    if (request.url().endsWith('fetchMoreAlbums')) asked.push(request.postDataJSON().page)
  })
  await page.addInitScript(recordListingCalls)
  const answer = await holdSecondPage()
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/albums')
  await until(() => cards().count()).toBe(20)
  await until(() => loaders(page).count()).toBe(0)
  expect(asked).toEqual([1])
  // A listing with more pages has no footer yet.
  expect(await footer(page).count()).toBe(0)
  await scrollToPart(page, 0.7)
  await scrollToPart(page, 0.78)
  await scrollToPart(page, 0.82)
  await until(() => loaders(page).count()).toBe(1)
  const [first, second] = await page.evaluate(() => window.seenAtCalls)
  expect(first).toBeGreaterThan(0)
  expect(second).toBeGreaterThanOrEqual(0.8)
  answer()
  await until(() => cards().count()).toBe(40)
  await until(() => loaders(page).count()).toBe(0)
  await scrollToEnd(page)
  await until(() => cards().count()).toBe(46)
  await footer(page).waitFor()
  expect(asked).toEqual([1, 2, 3])

  const last = link(main(page), /^Album 45/)
  await last.hover()
  const place = await scrolled()
  expect(place).toBeGreaterThan(500)
  await last.click()
  await until(() => page.title()).toBe('Album 45 - Album')
  await until(scrolled).toBe(0)
  await page.goBack()
  await until(() => page.title()).toBe('Albums')
  await until(scrolled).toBe(place)
  await until(() => last.evaluate(card => card === document.activeElement)).toBe(true)
  await page.goForward()
  await until(() => page.title()).toBe('Album 45 - Album')
  await until(scrolled).toBe(0)
})

it('restores the scroll position after a reload, until the listener scrolls, and keeps nothing of rows that have scrolled by (PROP-38)', async () => {
  await page.setViewportSize({ width: 360, height: 500 })
  await page.goto('/albums')
  await until(async () => {
    await page.evaluate(() => window.scrollTo(0, 3000))
    return scrolled()
  }).toBe(3000)
  await page.reload()
  await until(scrolled, 'after a reload').toBe(3000)
  // Cards appear in the frames after the scroll position is restored.
  await until(() =>
    main(page)
      .getByRole('link')
      .evaluateAll(cards => {
        const inSight = cards.find(card => card.getBoundingClientRect().top > 100)
        ;(inSight as HTMLElement | undefined)?.click()
        return inSight !== undefined
      }),
  ).toBe(true)
  await until(() => page.title()).not.toBe('Albums')
  await page.reload()
  await page.goBack()
  await until(() => page.title()).toBe('Albums')
  await until(scrolled, 'back after a reload').toBe(3000)

  const answer = await holdSecondPage()
  await page.reload()
  await until(() => cards().count()).toBe(20)
  await until(scrolled).toBeGreaterThan(200)
  await page.mouse.move(180, 250)
  await page.mouse.wheel(0, -5000)
  await until(scrolled).toBe(0)
  answer()
  await until(() => cards().count()).toBe(40)
  expect(await scrolled()).toBe(0)
  // A new navigation starts at the top, even of a visited screen.
  await page.evaluate(() => window.scrollTo(0, 900))
  await page.goto('about:blank')
  await simulateLongListing()
  await page.goto('/albums')
  await until(() => cards().count()).toBeGreaterThan(5)
  await until(() => loaders(page).count()).toBe(0)
  expect(await scrolled()).toBe(0)
  const before = await countNodes(page)
  await page.evaluate(async distance => {
    for (let step = 600, left = distance; left > 0; left -= 600) {
      const place = scrollY
      scrollBy(0, step)
      if (scrollY === place) step = -step
      await new Promise(requestAnimationFrame)
    }
  }, SCROLLED)
  expect(await countNodes(page)).toBeLessThan(before + MAX_NODES_MORE)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

it('keeps playing from screen to screen (ENG-01)', async () => {
  const seconds = async () => Number(/:(\d\d) \//.exec(await timeDisplay(page).innerText())?.[1])
  const sounds = async () => {
    const { level, frequency } = await listen(page)
    return level > 0.05 && Math.abs(frequency - 550) < 15
  }
  await page.goto(`/albums/${album._id}`)
  await albumPlay(page).click()
  await until(sounds).toBe(true)
  let heard = await seconds()
  for (const go of [
    () => link(navigation(page), 'Artists').click(),
    () => link(main(page), /^Artist 03/).click(),
    () => page.goBack(),
    () => link(navigation(page), 'Explore').click(),
    () => link(player(page), 'On and On').click(),
  ]) {
    await go()
    await until(seconds).toBeGreaterThan(heard)
    await until(sounds).toBe(true)
    heard = await seconds()
  }
  await until(() => page.title()).toBe('Long Tone - Album')
  expect(await albumPlay(page).getAttribute('aria-label')).toBe('Pause')
  expect(visitor.errors).toEqual([])
})
