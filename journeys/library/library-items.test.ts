import { deleteUser } from '@refrain/contract/account/own-account'
import { fetchLikedTracks } from '@refrain/contract/compat/library'
import { createFilledPlaylist, createPlaylist } from '@refrain/contract/library/playlists'
import { listenToChanges } from '@refrain/contract/live-updates'
import { titles } from '@refrain/messages/en/titles'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, keyTo, tabTo } from '../support/checks/focus.ts'
import { catalogueOf, type WireAlbum } from '../support/data/catalogue.ts'
import { logIn, type Member, signUpAda } from '../support/data/members.ts'
import { account } from '../support/pages/account.ts'
import {
  albumPlay,
  boxOf,
  button,
  goWithin,
  link,
  main,
  navigation,
  player,
  rightPanel,
  title,
  topBar,
  trackRow,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const ADD = 'Add to Liked Songs'
const REMOVE = 'Remove from Liked Songs'

let page: Page
let album: WireAlbum
let albumPath: string
let artistPath: string
let trackPath: string
let context: BrowserContext
let browser: Browser
let service: Service
let errors: string[]
let ada: Member

useVisit({
  // The last test closes its window.
  oneWindow: true,
  async begin({ address }) {
    album = await catalogueOf(address).album('Pure Tones')
    albumPath = `/albums/${album._id}`
    artistPath = `/artists/${album.artist}`
    trackPath = `/track/${album.tracks[0]}`
  },
  async before(journey) {
    ;({ page, context, browser, service, errors } = journey)
    ada = await signUpAda(page.request)
  },
})

/** Opens a page as a member and waits for the session, before which its buttons are a guest's. */
async function open(path: string): Promise<void> {
  await page.goto(path)
  await account(page).waitFor()
}

const heart = (track: string, name: string) => button(trackRow(page, track).row, name)
/** Titles of the liked songs stored by the service. */
async function liked(): Promise<string[]> {
  const answer = await page.request.get(fetchLikedTracks.path, { headers: { 'auth-token': ada.token } })
  return ((await answer.json()) as { title: string }[]).map(each => each.title)
}

it('follows and unfollows an artist at once on the page and in the now-playing panel, and saves it, by mouse and by keyboard (ART-01, NOW-03, FOL-01, FOL-02, FOL-03, FOL-06, PROP-17, ROLE-06, ROLE-08)', async () => {
  await open(artistPath)
  await button(main(page), 'Follow').waitFor()
  await heart('First Tone', ADD).waitFor()
  await main(page).getByText('0 followers').waitFor()
  const width = async (name: string) => (await boxOf(button(main(page), name))).width
  const before = await width('Follow')
  await tabTo(page, /^Follow$/)
  await page.keyboard.press('Enter')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Unfollow', marked: true })
  expect(await width('Unfollow')).toBe(before)
  await main(page).getByText('1 follower', { exact: true }).waitFor()
  await tabTo(page, /^Play First Tone$/)
  await keyTo(page, 'ArrowRight', /^Add to Liked Songs First Tone$/)
  await page.keyboard.press('Space')
  await until(() => describeFocus(page)).toMatchObject({
    name: 'Remove from Liked Songs First Tone',
    marked: true,
  })
  await until(liked).toEqual(['First Tone'])
  expect(await violations(page)).toEqual([])

  await trackRow(page, 'First Tone').row.hover()
  await trackRow(page, 'First Tone').play.click()
  const createdBy = rightPanel(page).getByRole('region', { name: 'Created By' })
  await button(createdBy, 'Unfollow').waitFor()
  await until(() => page.evaluate(() => localStorage.getItem('playingTrack'))).not.toBeNull()
  await page.reload()
  await button(main(page), 'Unfollow').waitFor()
  await button(createdBy, 'Unfollow').click()
  await button(main(page), 'Follow').waitFor()
  await main(page).getByText('0 followers').waitFor()
})

it('likes songs in rows, in the now-playing panel, on the track page and with L (PROP-17, READ-68, ROLE-06)', async () => {
  await open(albumPath)
  const row = trackRow(page, 'First Tone').row
  await row.hover()
  await heart('First Tone', ADD).click()
  await until(liked).toEqual(['First Tone'])
  // Liked rows show their heart without hover, others do not.
  await page.mouse.move(5, 5)
  await until(() => heart('First Tone', REMOVE).evaluate(node => getComputedStyle(node).opacity)).toBe('1')
  await until(() => heart('Second Tone', ADD).evaluate(node => getComputedStyle(node).opacity)).toBe('0')
  await albumPlay(page).click()
  await until(() => player(page).innerText()).toContain('First Tone')
  await button(rightPanel(page), REMOVE).click()
  await heart('First Tone', ADD).waitFor({ state: 'attached' })
  await until(liked).toEqual([])
  await page.keyboard.press('l')
  await button(rightPanel(page), REMOVE).waitFor()
  await until(liked).toEqual(['First Tone'])
  await page.keyboard.press('l')
  await until(liked).toEqual([])
  await goWithin(page, trackPath)
  await until(() => page.title()).toBe('First Tone')
  await button(main(page), ADD).first().click()
  await until(liked).toEqual(['First Tone'])
  await page.reload()
  await button(main(page), REMOVE).first().waitFor()
})

it('keeps an album from its page, by keyboard, and shows it in the Library (SUB-100)', async () => {
  await open(albumPath)
  const keep = button(main(page), 'Add to Library')
  await keep.focus()
  await page.keyboard.press('Enter')
  await button(main(page), 'Remove from Library').waitFor()
  expect(await violations(page)).toEqual([])
  await link(navigation(page), 'Library').click()
  const albums = page.getByRole('region', { name: 'Your Albums' })
  await link(albums, /Pure Tones/).press('Enter')
  await until(() => title(page).innerText()).toBe('Pure Tones')
  await button(main(page), 'Remove from Library').press('Enter')
  await button(main(page), 'Add to Library').waitFor()
  expect(await page.title()).toContain(titles.album({ title: 'Pure Tones' }))
})

it('shows each entry of a repeated track, plays the one that is pressed, and removes only that (SUB-110)', async () => {
  const [first, second] = album.tracks as [string, string]
  const created = await page.request.post(createFilledPlaylist.path, {
    data: { title: 'Rounds', tracks: [first, second, first] },
    headers: { 'auth-token': ada.token },
  })
  await page.goto(`/userplaylists/${(await created.json())._id}`)
  const rows = main(page).getByRole('grid', { name: 'Rounds' }).getByRole('row')
  await until(() => rows.count()).toBe(3)
  await rows.nth(2).hover()
  await rows.nth(2).getByRole('button', { name: 'Play' }).click()
  await rows.nth(2).getByRole('button', { name: 'Pause' }).waitFor()
  expect(await rows.nth(0).locator('[data-current]').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await rows.nth(0).hover()
  await rows.nth(0).getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Remove from playlist' }).click()
  await until(() => rows.count()).toBe(2)
  await rows.nth(1).getByRole('button', { name: 'Pause' }).waitFor()
})

/** Signs the same listener in on another device. */
async function signInElsewhere() {
  const other = await visit(browser, service.address)
  await logIn(other.page.request, ada)
  return other
}

/** Counts how often a device connects to live updates from now on. */
function countReading(on: BrowserContext): () => number {
  let count = 0
  on.on('response', answer => {
    if (answer.url().endsWith(listenToChanges.path) && answer.ok()) count++
  })
  return () => count
}

const like = (on: Page, track: string) => button(trackRow(on, track).row, 'Add to Liked Songs')
const unlike = (on: Page, track: string) => button(trackRow(on, track).row, 'Remove from Liked Songs')

it('shows likes, follows, new playlists and the end of the account in other tabs and on other devices without a reload, through one connection for each device (listenToChanges, FOL-03, PROP-08, PROP-17)', async () => {
  const elsewhere = await signInElsewhere()
  const readings = [countReading(context), countReading(elsewhere.context)] as const
  const tab = await context.newPage()
  await page.goto(albumPath)
  await like(page, 'First Tone').waitFor()
  await tab.goto(albumPath)
  await elsewhere.page.goto(albumPath)
  await until(() => readings.map(reading => reading())).toEqual([1, 1])

  // From the tab with the connection, another tab and another device.
  const pages = [page, tab, elsewhere.page]
  // Before the session is known, a page is a guest's and receives no live updates.
  for (const each of pages) await account(each).waitFor()
  await like(page, 'First Tone').click()
  for (const each of pages) await unlike(each, 'First Tone').waitFor()
  await like(tab, 'Second Tone').click()
  for (const each of pages) await unlike(each, 'Second Tone').waitFor()
  await unlike(elsewhere.page, 'First Tone').click()
  for (const each of pages) await like(each, 'First Tone').waitFor()

  for (const each of pages) {
    await goWithin(each, artistPath)
    await button(main(each), 'Follow').waitFor()
  }
  await button(main(tab), 'Follow').click()
  for (const each of pages) {
    await button(main(each), 'Unfollow').waitFor()
    await until(() => main(each).innerText()).toContain('1 follower')
  }

  const userId = await page.evaluate(() => localStorage.getItem('userId'))
  for (const each of [page, elsewhere.page]) {
    await goWithin(each, `/${userId}/library`)
    await main(each).getByText('You currently have no playlists').waitFor()
  }
  await page.request.get(createPlaylist.path, { headers: { 'auth-token': ada.token } })
  for (const each of [page, elsewhere.page]) await main(each).getByText('My Playlist #1').waitFor()
  expect(readings.map(reading => reading())).toEqual([1, 1])

  // The tab with the connection is closed: another one connects.
  await page.close()
  await until(readings[0]).toBe(2)
  await goWithin(tab, albumPath)
  await goWithin(elsewhere.page, albumPath)
  await like(elsewhere.page, 'First Tone').click()
  await unlike(tab, 'First Tone').waitFor()
  expect(elsewhere.errors).toEqual([])
  expect(errors).toEqual([])

  await context.request.fetch(deleteUser.path, {
    method: deleteUser.method,
    headers: { 'auth-token': ada.token },
  })
  for (const each of [tab, elsewhere.page]) await link(topBar(each), 'Login').waitFor()
  await elsewhere.context.close()
})
