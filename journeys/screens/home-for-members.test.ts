import { createUser, login } from '@refrain/contract/account/sign-in'
import { fetchInterestedAlbums } from '@refrain/contract/listening/interests'
import { fetchPlayedTracks } from '@refrain/contract/listening/plays'
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { keyTo, tabTo } from '../support/checks/focus.ts'
import { untilLargeTextFits } from '../support/checks/large-text.ts'
import { readShifts, recordAllShifts } from '../support/checks/layout-shifts.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { account } from '../support/pages/account.ts'
import {
  boxOf,
  button,
  carousel,
  goWithin,
  link,
  main,
  navigation,
  player,
  sideways,
  trackRow,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const tones = (...titles: string[]) => titles.map(title => ({ title, frequency: 440, seconds: 20 }))
const MUSIC = [
  {
    artist: 'Red',
    album: 'Reds',
    year: 2001,
    colour: '#b02020',
    genre: 'Dub',
    tracks: tones('Red A', 'Red B'),
  },
  { artist: 'Red', album: 'More Reds', year: 2003, colour: '#d02060', genre: 'Folk', tracks: tones('Red C') },
  {
    artist: 'Blue',
    album: 'Blues',
    year: 2002,
    colour: '#2030c0',
    genre: 'House',
    tracks: tones('Blue A', 'Blue B'),
  },
  { artist: 'Green', album: 'Greens', year: 2004, colour: '#208040', genre: 'Dub', tracks: tones('Green A') },
]
const PASSWORD = 'analytical engine'
const SECTIONS = ['Suggested for You', 'Following artists', 'Top Tracks From Following']

let page: Page
let service: Service
let browser: Browser
let email: string
let members = 0

useVisit({
  music: MUSIC,
  async before(journey) {
    ;({ page, service, browser } = journey)
    email = `ada${++members}@example.org`
    await page.request.post(createUser.path, { data: { name: 'Ada', email, password: PASSWORD } })
  },
})

const sections = (on = page) => main(on).getByRole('heading', { level: 2 }).allTextContents()
const goHome = () => link(navigation(page), 'Explore').click()
/** Suggestion cards: title, artist, reason. */
const suggestions = async (on = page) =>
  (await carousel(on, SECTIONS[0]!).whole.getByRole('listitem').allInnerTexts()).map(text => text.split('\n'))

/** Calls the service as this browser's member. */
async function ask<Answer>(path: string): Promise<Answer> {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  return (await page.request.get(path, { headers: { 'auth-token': token } })).json()
}

async function play(title: string): Promise<void> {
  await trackRow(page, title).row.hover()
  await trackRow(page, title).play.click()
}

async function openAlbum(title: string): Promise<void> {
  await goWithin(page, `/albums/${(await catalogueOf(service.address).album(title))._id}`)
  await until(() => page.title()).toBe(`${title} - Album`)
}

/** Follows an artist, and waits until the service has suggestions for that. */
async function follow(name: string): Promise<void> {
  await goWithin(page, `/artists/${(await catalogueOf(service.address).artist(name))._id}`)
  await button(main(page), 'Follow').click()
  const reasons = async () =>
    (await ask<{ reason: { name: string } }[]>(fetchInterestedAlbums.path)).map(({ reason }) => reason.name)
  await until(reasons).toContain(name)
}

it('suggests albums by followed artists and plays, with the reason, until they are fully played, on every device (HOME-01, HOME-08 to HOME-11, PROP-10, PROP-20, PROP-21, PROP-59, ENG-23, ENG-25, ROLE-05)', async () => {
  await page.goto('/')
  await account(page).waitFor()
  await until(() => sections()).toEqual(['Popular artists', 'Popular albums'])
  await openAlbum('Reds')
  // Home is opened as soon as the track plays; only then it is one of those recently played.
  await play('Red A')
  await until(() =>
    trackRow(page, 'Red A').row.getByRole('button', { name: 'Pause' }).getAttribute('aria-busy'),
  ).toBe(null)
  await goHome()
  await until(() => suggestions()).toEqual([
    ['More Reds', 'Red', 'You listen to Red'],
    ['Reds', 'Red', 'You listen to Red'],
    ['Greens', 'Green', 'You listen to Dub'],
  ])
  await until(() => sections()).toEqual(['Recently Played', 'Popular artists', 'Popular albums', SECTIONS[0]])
  await openAlbum('Reds')
  await play('Red B')
  const played = async () => Object.values(await ask<Record<string, string[]>>(fetchPlayedTracks.path)).flat()
  await until(played).toHaveLength(2)
  await goHome()
  const titles = async (on = page) => (await suggestions(on)).map(([title]) => title)
  await until(() => titles()).toEqual(['More Reds', 'Greens'])
  const other = await visit(browser, service.address)
  await other.page.request.post(login.path, { data: { email, password: PASSWORD } })
  await other.page.goto('/')
  await until(() => titles(other.page)).toEqual(['More Reds', 'Greens'])
  expect(other.errors).toEqual([])
  await other.context.close()

  await follow('Blue')
  await goHome()
  await until(() => sections()).toEqual(['Recently Played', 'Popular artists', 'Popular albums', ...SECTIONS])
  await until(async () => (await suggestions())[0]).toEqual(['Blues', 'Blue', 'You follow Blue'])
  await until(() => carousel(page, SECTIONS[1]!).inSight()).toEqual(['Blue'])
  const rows = page.getByRole('grid', { name: SECTIONS[2]! }).locator('.track-title')
  expect((await rows.allInnerTexts()).map(text => text.trim())).toEqual(['Blue A', 'Blue B'])
  expect(await violations(page)).toEqual([])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sideways(page), `${width} px`).toBe(0)
  }
  await untilLargeTextFits(page, 'Home', [360])
  // The hovered navigation covers the page.
  await page.mouse.move(1000, 5)
  await main(page).focus()
  await tabTo(page, /^Blues Blue You follow Blue/)
  await tabTo(page, /^Blue Artist/)
  await tabTo(page, /^Play Blue A$/)
  await keyTo(page, 'ArrowDown', /^Play Blue B$/)
  await page.keyboard.press('Enter')
  await until(() => player(page).innerText()).toContain('Blue B')
})

it('shifts nothing when suggestions load that were there on the last visit (HOME-12)', async () => {
  await page.goto('/')
  await account(page).waitFor()
  await follow('Blue')
  await goHome()
  await until(() => sections()).toContain(SECTIONS[2])
  // The next visit must know that all three shelves exist.
  await until(() => page.evaluate(() => localStorage.getItem('homeShelves'))).toMatch(
    /^\[[1-9],[1-9],[1-9]\]$/,
  )
  await recordAllShifts(page)
  let answer = () => {}
  let held = Promise.resolve()
  for (const path of ['**/api/userInterestedAlbums', '**/api/fetchFollowingArtists'])
    await page.route(path, async route => {
      await held
      await route.continue()
    })
  for (const [width, height] of [
    [1280, 2400],
    [360, 740],
  ] as const) {
    held = new Promise(resolve => {
      answer = resolve
    })
    await page.setViewportSize({ width, height })
    await page.reload()
    // Public shelves have reserved space until they load.
    await until(() => sections()).toEqual(['Popular artists', 'Popular albums'])
    const places = page.getByRole('status', { name: 'Loading' })
    await until(() => places.count()).toBe(3)
    const before = await Promise.all([0, 1, 2].map(place => boxOf(places.nth(place))))
    answer()
    await until(() => sections()).toContain(SECTIONS[2])
    const after = await Promise.all([
      boxOf(carousel(page, SECTIONS[0]!).whole),
      boxOf(carousel(page, SECTIONS[1]!).whole),
      boxOf(page.getByRole('grid', { name: SECTIONS[2]! })),
    ])
    expect(
      after.map(({ y }) => y),
      `${width} px`,
    ).toEqual(before.map(({ y }) => y))
    // A font that arrives late may move words by a few pixels; a shelf would move half the page.
    expect(
      (await readShifts(page)).filter(({ value }) => value > 0.0005),
      `${width} px`,
    ).toEqual([])
  }
})
