import { createUser } from '@refrain/contract/account/sign-in'
import { fetchLikedTracks } from '@refrain/contract/compat/library'
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
  goWithin,
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
    ;({ page } = journey)
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
  await tabTo(page, /^Add to Liked Songs First Tone$/)
  await page.keyboard.press('Space')
  await until(() => describeFocus(page)).toMatchObject({
    name: 'Remove from Liked Songs First Tone',
    marked: true,
  })
  await until(liked).toEqual(['First Tone'])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await violations(page), `${width} px`).toEqual([])
    expect(await sideways(page), `${width} px`).toBe(0)
  }

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
