import { createUser } from '@refrain/contract/account/sign-in'
import { fetchLikedTracks } from '@refrain/contract/compat/library'
import { addFollowingArtist, removeFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { account } from '../support/pages/account.ts'
import {
  albumPlay,
  boxOf,
  button,
  link,
  main,
  player,
  rightPanel,
  sideways,
  trackRow,
} from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'analytical engine'
const ADD = 'Add to Liked Songs'
const REMOVE = 'Remove from Liked Songs'

let page: Page
let errors: string[]
let albumPath: string
let artistPath: string
let trackPath: string
let members = 0

useVisit({
  music: [
    {
      artist: 'The Oscillators',
      album: 'Pure Tones',
      year: 2021,
      colour: '#7a2e8c',
      tracks: [
        { title: 'First Tone', frequency: 440, seconds: 20 },
        { title: 'Second Tone', frequency: 550, seconds: 20 },
      ],
    },
  ],
  async begin({ address }) {
    const album = await catalogueOf(address).album('Pure Tones')
    albumPath = `/albums/${album._id}`
    artistPath = `/artists/${album.artist}`
    trackPath = `/track/${album.tracks[0]}`
  },
  async before(journey) {
    ;({ page, errors } = journey)
    const data = { name: 'Ada', email: `ada${++members}@example.org`, password: PASSWORD }
    await page.request.post(createUser.path, { data })
  },
})

/** Opens a page as a member and waits for the session, before which its buttons are a guest's. */
async function open(path: string): Promise<void> {
  await page.goto(path)
  await account(page).waitFor()
}

const heart = (title: string, name: string) => button(trackRow(page, title).row, name)
/** Titles of the liked songs stored by the service. */
async function liked(): Promise<string[]> {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  const answer = await page.request.get(fetchLikedTracks.path, { headers: { 'auth-token': token } })
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title)
}
/** Answers calls with an error. Returns a function that releases the next call. */
async function refuse(...paths: string[]): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  for (const path of paths)
    await page.route(`**${path}`, async route => {
      await held
      await route.fulfill({ status: 503, body: '{"error":"Busy"}' })
    })
  return release
}

it('follows and unfollows an artist at once on the page and in the now-playing panel, and saves it (ART-01, NOW-03, FOL-01, FOL-02, FOL-03, FOL-06, ROLE-08)', async () => {
  await open(artistPath)
  const follow = button(main(page), 'Follow')
  await follow.waitFor()
  await main(page).getByText('0 followers').waitFor()
  const width = async (name: string) => (await boxOf(button(main(page), name))).width
  const before = await width('Follow')
  await follow.click()
  await button(main(page), 'Unfollow').waitFor()
  expect(await width('Unfollow')).toBe(before)
  await main(page).getByText('1 follower', { exact: true }).waitFor()
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

it('reverts silently when following or liking fails (PROP-17, PROP-52)', async () => {
  const release = await refuse(addFollowingArtist.path, removeFollowingArtist.path, appendLikedSongs.path)
  await open(artistPath)
  await button(main(page), 'Follow').click()
  await button(main(page), 'Unfollow').waitFor()
  await trackRow(page, 'First Tone').row.hover()
  await heart('First Tone', ADD).click()
  await heart('First Tone', REMOVE).waitFor()
  release()
  await button(main(page), 'Follow').waitFor()
  await heart('First Tone', ADD).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await liked()).toEqual([])
  for (const error of errors.splice(0)) expect(error).toContain('503')
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
  await open(trackPath)
  await button(main(page), ADD).first().click()
  await until(liked).toEqual(['First Tone'])
  await page.reload()
  await button(main(page), REMOVE).first().waitFor()
})

it('follows and likes by keyboard alone (PROP-17, ROLE-06, ROLE-08)', async () => {
  await open(artistPath)
  await button(main(page), 'Follow').waitFor()
  await heart('First Tone', ADD).waitFor()
  await tabTo(page, /^Follow$/)
  await page.keyboard.press('Enter')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Unfollow', marked: true })
  await tabTo(page, /^Add to Liked Songs First Tone$/)
  await page.keyboard.press('Space')
  await until(() => describeFocus(page)).toMatchObject({
    name: 'Remove from Liked Songs First Tone',
    marked: true,
  })
  await until(liked).toEqual(['First Tone'])
  await page.keyboard.press('Space')
  await until(liked).toEqual([])
})

it.each([360, 1280])('passes axe and shifts nothing at %i px', async width => {
  await page.setViewportSize({ width, height: 800 })
  await open(artistPath)
  await button(main(page), 'Follow').click()
  await button(main(page), 'Unfollow').waitFor()
  await trackRow(page, 'First Tone').row.hover()
  await heart('First Tone', ADD).click()
  await heart('First Tone', REMOVE).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await link(main(page), /Pure Tones/)
    .first()
    .waitFor()
})
