import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import type { WireAlbum, WireTrack } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { PURE_TONES } from '../support/data/shared-music.ts'
import { albumPlay, button, player, timeDisplay, trackRow } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { sharedService } from '../support/servers/shared-service.ts'
import { until } from '../support/until.ts'

const TONES = PURE_TONES.tracks

let service: Service
let browser: Browser
let album: WireAlbum
let tracks: WireTrack[]

beforeAll(async () => {
  service = await sharedService()
  const catalogue = catalogueOf(service.address)
  album = await catalogue.album(PURE_TONES.album)
  tracks = await Promise.all(TONES.map(tone => catalogue.track(tone.title)))
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
})

const local = (page: Page, key: string) => page.evaluate(name => localStorage.getItem(name), key)
const sounds = async (page: Page) => {
  const { level, frequency } = await listen(page)
  return level < 0.02 ? 'nothing' : TONES.find(tone => Math.abs(tone.frequency - frequency) < 15)?.title
}
/** Elapsed seconds shown by the player; -1 while it is idle. */
const elapsed = async (page: Page) => {
  const [, minutes, seconds] = /^(\d+):(\d\d) \//.exec(await timeDisplay(page).innerText()) ?? []
  return seconds === undefined ? -1 : Number(minutes) * 60 + Number(seconds)
}
const cookie = async ({ context }: Visit, name: string) => {
  const found = (await context.cookies()).find(each => each.name === name)
  return found && decodeURIComponent(found.value)
}
/** Reloads and waits until the player has restored its state. */
async function reload(page: Page): Promise<void> {
  await page.reload()
  await button(player(page), 'Play').waitFor()
  await until(() => elapsed(page)).toBeGreaterThanOrEqual(0)
}

/**
 * Makes the page record the elapsed time when it is left, because playback continues until then. Returns how
 * to read it.
 */
async function recordElapsedOnLeave(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() =>
    addEventListener('pagehide', () => {
      const shown = document.querySelector('[data-part="time"]')?.textContent ?? ''
      sessionStorage.setItem('left at', shown)
    }),
  )
  return async () => {
    const shown = (await page.evaluate(() => sessionStorage.getItem('left at'))) ?? ''
    const [, minutes, seconds] = /^(\d+):(\d\d) \//.exec(shown) ?? []
    return Number(minutes) * 60 + Number(seconds)
  }
}

/** Plays the second track with shuffle on, somewhere in its middle. */
async function playSecond(visitor: Visit): Promise<void> {
  const { page } = visitor
  await page.goto(`/albums/${album._id}`)
  await trackRow(page, 'Second Tone').row.hover()
  await trackRow(page, 'Second Tone').play.click()
  await until(() => sounds(page)).toBe('Second Tone')
  await page.keyboard.press('s')
  await player(page).getByRole('slider', { name: 'Progress' }).focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await until(() => elapsed(page)).toBeGreaterThan(5)
}

it('restores track, position and order paused after a reload, plays on from there, and writes cookies that show what plays, once (PROP-50, ENG-07, ENG-20, ENG-21, READ-11, STO-04 to STO-19, STO-23 to STO-33, NOW-14, ALB-20)', async () => {
  const visitor = await visit(browser, service.address)
  const { page, context, errors } = visitor
  await playSecond(visitor)
  await until(() => local(page, 'shuffled')).toBe('true')
  const order = await local(page, `shuffledTracks_${album._id}`)
  expect(JSON.parse(order ?? '[]').toSorted()).toEqual([...album.tracks].sort())
  const next = await local(page, 'nextTrack')
  await until(() => cookie(visitor, 'shuffled')).toBe('true')
  for (const name of [
    'nextTrack',
    'playedTracks',
    'isAlbumTracksOpen',
    'isUserTracksOpen',
    `shuffledTracks_${album._id}`,
  ])
    await until(() => cookie(visitor, name), name).toBe(await local(page, name))
  const track = tracks.find(each => each.title === 'Second Tone')?._id
  expect([
    await cookie(visitor, 'album'),
    await cookie(visitor, 'albumid'),
    await cookie(visitor, 'track'),
  ]).toEqual([album._id, album._id, track])
  // The values are stored only after all cookies are set.
  for (const name of ['playedTracks', `shuffledTracks_${album._id}`])
    await until(() => local(page, 'mirrored')).toContain(`"${name}"`)

  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const leftAt = await recordElapsedOnLeave(page)
  await reload(page)
  const before = await leftAt()
  const after = await elapsed(page)
  expect(after - before).toBeGreaterThanOrEqual(0)
  expect(after - before).toBeLessThanOrEqual(1)
  expect(await player(page).innerText()).toContain('Second Tone')
  expect(await sounds(page)).toBe('nothing')
  expect(await local(page, `shuffledTracks_${album._id}`)).toBe(order)
  await page.waitForLoadState('networkidle')
  expect(asked.filter(path => path.includes('setCookie'))).toEqual([])
  await button(player(page), 'Play').click()
  await until(() => sounds(page)).toBe('Second Tone')
  await until(() => elapsed(page)).toBeGreaterThan(after)
  await button(player(page), 'Next').click()
  await until(() => sounds(page)).toBe(tracks.find(track => track._id === next)?.title)
  expect(errors).toEqual([])
  await context.close()
})

it('pauses other tabs when one starts, and a new tab begins with their track, paused', async () => {
  const { page, context, errors } = await visit(browser, service.address)
  await page.goto(`/albums/${album._id}`)
  await albumPlay(page).click()
  await until(() => sounds(page)).toBe('First Tone')
  await until(() => local(page, 'playingTrack')).not.toBeNull()
  const other = await context.newPage()
  await other.goto('/albums')
  await button(player(other), 'Play').waitFor()
  await until(() => elapsed(other)).toBeGreaterThanOrEqual(0)
  expect(await sounds(page)).toBe('First Tone')
  await button(player(other), 'Play').click()
  await until(() => sounds(other)).toBe('First Tone')
  await until(() => sounds(page)).toBe('nothing')
  await button(player(page), 'Play').click()
  await until(() => sounds(other)).toBe('nothing')
  expect(errors).toEqual([])
  await context.close()
})
