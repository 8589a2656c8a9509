import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { violations } from '../support/checks/axe.ts'
import { tabTo } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import {
  albumPlay,
  button,
  link,
  loaders,
  main,
  optionsMenu,
  player,
  sideways,
  title,
  trackRow,
} from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const ALBUMS: ToneAlbum[] = [
  {
    artist: 'The Oscillators',
    album: 'First Signs',
    year: 1998,
    colour: '#1f7a3d',
    genre: 'Slow Tones',
    tracks: [{ title: 'Low', frequency: 440, seconds: 30 }],
  },
  {
    artist: 'Les Sinus',
    album: 'Second Signs',
    year: 2021,
    colour: '#8c1d40',
    genre: 'Slow Tones',
    tracks: [{ title: 'High', frequency: 660, seconds: 30 }],
  },
  {
    artist: 'Les Sinus',
    album: 'Elsewhere',
    year: 2022,
    colour: '#0f5c7a',
    genre: 'Quick Tones',
    tracks: [{ title: 'Other', frequency: 880, seconds: 1 }],
  },
]

let page: Page
let visitor: Visit
let genrePath: string
let trackPath: string

useVisit({
  music: ALBUMS,
  async begin(service) {
    const catalogue = catalogueOf(service.address)
    genrePath = `/genres/${(await catalogue.genre('Slow Tones'))._id}`
    trackPath = `/track/${(await catalogue.track('Low'))._id}`
  },
  before(journey) {
    page = journey.page
    visitor = journey
  },
  allowErrors: true,
})

const sounding = async () => {
  const { level, frequency } = await listen(page)
  if (level < 0.05) return 0
  return [440, 660].find(hertz => Math.abs(hertz - frequency) < 15) ?? frequency
}
const rows = () => main(page).locator('.track-title').allTextContents()
const toneOf = (name: string | undefined) => (name === 'Low' ? 440 : 660)

it("plays a genre's tracks across albums and links to its daily mix (ROUTE-15 to ROUTE-18, READ-21, PROP-22, PROP-41, PROP-45)", async () => {
  await page.goto(genrePath)
  await until(() => page.title()).toBe('Slow Tones')
  await until(rows).toHaveLength(2)
  const [first, second] = await rows()
  expect(await main(page).locator('header').innerText()).toMatch(/Slow Tones\s+2 songs\s+·\s+0 hr 1 min/)
  await albumPlay(page).click()
  await until(sounding).toBe(toneOf(first))
  await button(player(page), 'Next').click()
  await until(sounding).toBe(toneOf(second))
  await albumPlay(page).click()
  await until(sounding).toBe(0)

  await link(main(page), /^Daily Mix \d$/).click()
  await until(() => page.title()).toMatch(/^Daily Mix \d$/)
  await until(rows).toHaveLength(2)
  expect(visitor.errors).toEqual([])
})

it('opens a daily mix by its genre in any letter case, with picture and first artist (PLD-01 to PLD-10, PLD-21, PLD-22, PROP-23, MED-07, READ-08, READ-39)', async () => {
  await page.goto('/playlists/SLOW%20tones')
  await until(() => page.title()).toMatch(/^Daily Mix \d$/)
  await until(rows).toHaveLength(2)
  const header = main(page).locator('header')
  const width = header
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
  expect(await width).toBe(512)
  expect(await header.innerText()).toMatch(
    /Daily mix\s+Daily Mix \d\s+(The Oscillators|Les Sinus)[\s\S]*(1998|2021)[\s\S]*2 songs[\s\S]*0 hr 1 min[\s\S]*0 followers/,
  )
  const [, second] = await rows()
  await trackRow(page, second ?? '').play.click()
  await until(sounding).toBe(toneOf(second))
  await albumPlay(page).click()
  await until(sounding).toBe(0)
  await albumPlay(page).click()
  await until(sounding).toBe(toneOf(second))
  expect(visitor.errors).toEqual([])
})

it('shows a daily mix when the artist cannot be fetched, and logs it on the console (ERR-07)', async () => {
  await page.route('**/api/getartistbyid', route => route.fulfill({ status: 404, body: '{}' }))
  await page.goto('/playlists/Slow%20Tones')
  await until(rows).toHaveLength(2)
  expect(visitor.errors.filter(text => text.startsWith('Failed to fetch artist'))).toHaveLength(1)
  expect(await main(page).innerText()).not.toContain('Failed')
})

it("shows a track's details, plays it and links to its genre (ROUTE-19, PROP-01)", async () => {
  await page.goto(trackPath)
  await until(() => page.title()).toBe('Low')
  const header = main(page).locator('header')
  expect(await header.innerText()).toMatch(
    /The Oscillators[\s\S]*First Signs[\s\S]*0:30[\s\S]*\d\d\/\d\d\/\d{4}[\s\S]*\d+ plays/,
  )
  await albumPlay(page).click()
  await until(sounding).toBe(440)
  await albumPlay(page).click()
  await until(sounding).toBe(0)
  await button(main(page), 'More options').first().click()
  await optionsMenu(page).getByRole('menuitem', { name: 'Go to album' }).waitFor()
  await page.keyboard.press('Escape')
  await link(main(page), 'Slow Tones').click()
  await until(() => page.title()).toBe('Slow Tones')
})

it('opens a genre, its mix and plays by keyboard alone', async () => {
  await page.goto('/search')
  await title(page).waitFor()
  await link(main(page), 'Slow Tones').waitFor()
  await tabTo(page, /^Slow Tones$/)
  await page.keyboard.press('Enter')
  await until(() => page.title()).toBe('Slow Tones')
  await until(rows).toHaveLength(2)
  await tabTo(page, /^Daily Mix \d$/)
  await page.keyboard.press('Enter')
  await until(() => page.title()).toMatch(/^Daily Mix \d$/)
  await until(rows).toHaveLength(2)
  const [first] = await rows()
  await tabTo(page, /^Play$/)
  await page.keyboard.press('Space')
  await until(sounding).toBe(toneOf(first))
})

it('shows the error page for missing genres, mixes and tracks (PROP-37)', async () => {
  for (const path of ['/genres/gone', '/playlists/gone', '/track/gone']) {
    await page.goto(path)
    await until(() => page.title(), path).toBe('Unexpected Application Error!')
    await until(() => main(page).innerText(), path).toContain('404 Not Found')
  }
})

it('fits every width', async () => {
  for (const path of [genrePath, '/playlists/slow%20tones', trackPath]) {
    await page.goto(path)
    await title(page).waitFor()
    await until(() => loaders(page).count()).toBe(0)
    for (const width of [320, 360, 425, 500, 550, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: width === 320 ? 256 : 800 })
      expect(await sideways(page), `${path} at ${width}`).toBe(0)
    }
  }
})

it.each([360, 1280])('passes axe at %i px', async width => {
  await page.setViewportSize({ width, height: 800 })
  for (const path of [genrePath, '/playlists/slow%20tones', trackPath]) {
    await page.goto(path)
    await title(page).waitFor()
    await until(() => loaders(page).count()).toBe(0)
    expect(await violations(page), path).toEqual([])
  }
})
