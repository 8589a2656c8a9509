import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { tabTo } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import {
  albumPlay,
  button,
  link,
  loaders,
  main,
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
let trackPath: string

useVisit({
  oneWindow: true,
  music: ALBUMS,
  async begin(service) {
    const catalogue = catalogueOf(service.address)
    trackPath = `/track/${(await catalogue.track('Low'))._id}`
  },
  before(journey) {
    page = journey.page
    visitor = journey
  },
})

const sounding = async () => {
  const { level, frequency } = await listen(page)
  if (level < 0.05) return 0
  return [440, 660].find(hertz => Math.abs(hertz - frequency) < 15) ?? frequency
}
const rows = () => main(page).locator('.track-title').allTextContents()
const toneOf = (name: string | undefined) => (name === 'Low' ? 440 : 660)

it('opens a genre and its mix by keyboard alone, and plays its tracks across albums (PLD-21, ROUTE-15 to ROUTE-18, READ-21, PROP-22, PROP-23, PROP-41, PROP-45, MED-07)', async () => {
  await page.goto('/search')
  await title(page).waitFor()
  await link(main(page), 'Slow Tones').waitFor()
  await tabTo(page, /^Slow Tones$/)
  await page.keyboard.press('Enter')
  await until(() => page.title()).toBe('Slow Tones')
  await until(rows).toHaveLength(2)
  expect(await main(page).locator('header').innerText()).toMatch(/Slow Tones\s+2 songs\s+·\s+0 hr 1 min/)
  await untilNothingIsSideways()
  const [first, second] = await rows()
  await albumPlay(page).click()
  await until(sounding).toBe(toneOf(first))
  await button(player(page), 'Next').click()
  await until(sounding).toBe(toneOf(second))

  await main(page).focus()
  await tabTo(page, /^Daily Mix \d$/)
  await page.keyboard.press('Enter')
  await until(() => page.title()).toMatch(/^Daily Mix \d$/)
  await until(rows).toHaveLength(2)
  const header = main(page).locator('header')
  const width = header
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
  expect(await width).toBe(512)
  await untilNothingIsSideways()
  const other = (await rows()).find(name => name !== second)
  await trackRow(page, other ?? '').play.click()
  await until(sounding).toBe(toneOf(other))
  await albumPlay(page).click()
  await until(sounding).toBe(0)
  expect(visitor.errors).toEqual([])
})

it('opens a daily mix by its genre in any letter case, and a track, by their addresses (PLD-01 to PLD-10, PLD-22, READ-08, READ-39, ROUTE-19, PROP-01)', async () => {
  await page.goto('/playlists/SLOW%20tones')
  await until(() => page.title()).toMatch(/^Daily Mix \d$/)
  await until(rows).toHaveLength(2)
  const header = main(page).locator('header')
  await until(() => header.innerText()).toMatch(
    /Daily mix\s+Daily Mix \d\s+(The Oscillators|Les Sinus)[\s\S]*(1998|2021)[\s\S]*2 songs[\s\S]*0 hr 1 min[\s\S]*0 followers/,
  )
  await page.goto(trackPath)
  await until(() => page.title()).toBe('Low')
  expect(await header.innerText()).toMatch(
    /The Oscillators[\s\S]*First Signs[\s\S]*0:30[\s\S]*\d\d\/\d\d\/\d{4}[\s\S]*\d+ plays/,
  )
  await untilNothingIsSideways()
  await link(main(page), 'Slow Tones').click()
  await until(() => page.title()).toBe('Slow Tones')
  expect(visitor.errors).toEqual([])
})

async function untilNothingIsSideways(): Promise<void> {
  await until(() => loaders(page).count()).toBe(0)
  for (const width of [320, 360, 425, 500, 550, 768, 1024, 1920, 1280]) {
    await page.setViewportSize({ width, height: width === 320 ? 256 : 800 })
    await until(() => sideways(page), `${page.url()} at ${width} px`).toBe(0)
  }
}
