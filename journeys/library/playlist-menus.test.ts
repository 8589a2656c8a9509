import { addTracksToPlaylist, deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import type { WireAlbum } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import { account, send } from '../support/pages/account.ts'
import { nextResponse } from '../support/pages/next-response.ts'
import { boxOf, button, main, navigation, optionsMenu, title, trackRow } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const tones = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ title: `Tone ${place + 1}`, frequency: 440, seconds: 2 }))
const MUSIC: ToneAlbum[] = [
  { artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c', tracks: tones(3) },
]

let page: Page
let album: WireAlbum
let errors: string[]
let members = 0

useVisit({
  music: MUSIC,
  async begin(service) {
    album = await catalogueOf(service.address).album('Pure Tones')
  },
  async before(journey) {
    ;({ page, errors } = journey)
    await page.goto('/signup')
    members++
    await send(page, { Name: 'Ada', Email: `ada${members}@example.org`, Password: 'correct horse battery' })
    await account(page).waitFor()
  },
})

const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })
const sub = (name: string) => page.getByRole('menu', { name, exact: true })
const offered = async () =>
  (await optionsMenu(page).getByRole('menuitem').allInnerTexts()).map(text => text.trim())
/** A menu takes keys once it has the focus. */
const opened = () =>
  until(() => optionsMenu(page).evaluate(menu => menu.contains(document.activeElement))).toBe(true)
const closed = () => optionsMenu(page).waitFor({ state: 'hidden' })
const focused = async () => (await describeFocus(page)).name
const rows = () => main(page).locator('.track-title').allTextContents()

async function makePlaylists(count: number): Promise<void> {
  await navigation(page).getByRole('link', { name: 'Library' }).click()
  await until(() => title(page).innerText()).toBe('Library')
  for (let n = 1; n <= count; n++) {
    await button(main(page), 'New playlist').click()
    await playlistCard(`My Playlist #${n}`).waitFor()
  }
}
const playlistCard = (name: string) => main(page).getByRole('link', { name: new RegExp(`^${name}`) })

async function openAlbum(): Promise<void> {
  await page.goto(`/albums/${album._id}`)
  await trackRow(page, 'Tone 3').row.waitFor()
}

it('offers playlists when there are any, adds a track and removes it again (ROW-12 to ROW-15, READ-42, READ-43, PROP-60)', async () => {
  await openAlbum()
  await trackRow(page, 'Tone 2').more.click()
  await until(offered).toEqual(['Go to artist', 'Go to album', 'Add to queue', 'Share'])
  await opened()
  await page.keyboard.press('Escape')
  await closed()

  await makePlaylists(2)
  await openAlbum()
  await trackRow(page, 'Tone 2').more.click()
  await entry('Add to playlist').click()
  // It is shown only briefly.
  const added = entry('Added').waitFor()
  await Promise.all([added, entry('My Playlist #1').click()])
  await closed()

  await trackRow(page, 'Tone 2').more.click()
  await entry('Remove from playlist').hover()
  await entry('My Playlist #1').waitFor()
  expect(await sub('Remove from playlist').getByRole('menuitem').count()).toBe(1)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await closed()

  await makePlaylists(0)
  await playlistCard('My Playlist #1').click()
  await until(rows).toEqual(['Tone 2'])
  await trackRow(page, 'Tone 2').more.click()
  await entry('Add to playlist').click()
  await entry('My Playlist #2').waitFor()
  expect(await entry('My Playlist #1').count()).toBe(0)
  await page.keyboard.press('Escape')
  await closed()
  await trackRow(page, 'Tone 2').more.click()
  const removed = nextResponse(page, deleteTrackFromPlaylist)
  await entry('Remove from playlist').click()
  await until(rows).toEqual([])
  // The row disappears before the service responds.
  expect((await removed).status()).toBe(200)
  await page.reload()
  await title(page).waitFor()
  await until(rows).toEqual([])
})

it('closes the menu and leaves the playlist unchanged, without a message, when adding a track fails', async () => {
  await makePlaylists(1)
  await openAlbum()
  await page.route(`**${addTracksToPlaylist.path}`, route => route.abort())
  await trackRow(page, 'Tone 2').more.click()
  await entry('Add to playlist').click()
  const before = await page.locator('body').innerText()
  await entry('My Playlist #1').click()
  await closed()
  const shown = (await page.locator('body').innerText()).split('\n')
  expect(shown.filter(line => !before.includes(line))).toEqual([])
  expect(await page.locator('[role=alert], [data-part=announcement]').allTextContents()).toEqual([''])
  await makePlaylists(0)
  await playlistCard('My Playlist #1').click()
  await until(() => title(page).innerText()).toBe('My Playlist #1')
  await page.getByText('Tone 2').waitFor({ state: 'detached' })
  expect(errors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
})

it("adds an album's missing tracks to a playlist by keyboard alone, with the menu inside the window (PROP-19, ALB-14, ROW-16)", async () => {
  await makePlaylists(1)
  await openAlbum()
  await page.setViewportSize({ width: 360, height: 740 })
  // The wide layout is gone, so its elements cannot have the focus.
  await button(page, 'Navigation').waitFor()
  await tabTo(page, /^More options$/)
  await page.keyboard.press('Enter')
  await until(focused).toBe('Go to artist')
  // By its first letters, because `Add to queue` begins the same.
  await entry('Add to playlist').waitFor()
  await page.keyboard.press('ArrowDown')
  await until(focused).toBe('Add to queue')
  await page.keyboard.press('ArrowDown')
  await until(focused).toBe('Add to playlist')
  await page.keyboard.press('ArrowRight')
  await until(focused).toBe('New playlist')
  for (const menu of [optionsMenu(page), sub('Add to playlist')]) {
    const { x, y, width, height } = await boxOf(menu)
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(360)
    expect(y + height).toBeLessThanOrEqual(740)
  }
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await until(focused).toBe('My Playlist #1')
  await page.keyboard.press('Enter')
  await closed()
  await until(focused).toBe('More options')
  await page.setViewportSize({ width: 1280, height: 800 })
  await makePlaylists(0)
  await playlistCard('My Playlist #1').click()
  await until(rows).toEqual(['Tone 1', 'Tone 2', 'Tone 3'])
})
