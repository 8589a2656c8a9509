import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { tabTo } from '../support/checks/focus.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import { albumPlay, button, link, main, player, title, trackRow } from '../support/pages/pages.ts'
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

useVisit({
  oneWindow: true,
  music: ALBUMS,
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

it('opens a genre and its mix by keyboard alone, and plays its tracks across albums (PLD-21, ROUTE-15 to ROUTE-18, READ-21, PLD-22, PROP-22, PROP-23, PROP-41, PROP-45, MED-07)', async () => {
  await page.goto('/search')
  await title(page).waitFor()
  await link(main(page), 'Slow Tones').waitFor()
  await tabTo(page, /^Slow Tones$/)
  await page.keyboard.press('Enter')
  await until(() => page.title()).toBe('Slow Tones')
  await until(rows).toHaveLength(2)
  expect(await main(page).locator('header').innerText()).toMatch(/Slow Tones\s+2 songs\s+·\s+0 hr 1 min/)
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
  const other = (await rows()).find(name => name !== second)
  await trackRow(page, other ?? '').play.click()
  await until(sounding).toBe(toneOf(other))
  await albumPlay(page).click()
  await until(sounding).toBe(0)
  expect(visitor.errors).toEqual([])
})
