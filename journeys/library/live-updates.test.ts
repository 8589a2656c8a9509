import { deleteUser } from '@refrain/contract/account/own-account'
import { createUser, login } from '@refrain/contract/account/sign-in'
import { createPlaylist } from '@refrain/contract/library/playlists'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { account } from '../support/pages/account.ts'
import { button, goWithin, link, main, topBar, trackRow } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'analytical engine'

let page: Page
let context: BrowserContext
let browser: Browser
let service: Service
let albumPath: string
let artistPath: string
let email: string
let errors: string[]
let members = 0

useVisit({
  music: [
    {
      artist: 'The Oscillators',
      album: 'Pure Tones',
      year: 2021,
      colour: '#7a2e8c',
      tracks: [
        { title: 'First Tone', frequency: 440, seconds: 2 },
        { title: 'Second Tone', frequency: 550, seconds: 2 },
      ],
    },
  ],
  async begin({ address }) {
    const album = await catalogueOf(address).album('Pure Tones')
    albumPath = `/albums/${album._id}`
    artistPath = `/artists/${album.artist}`
  },
  async before(journey) {
    ;({ page, context, browser, service, errors } = journey)
    email = `ada${++members}@example.org`
    await page.request.post(createUser.path, { data: { name: 'Ada', email, password: PASSWORD } })
  },
})

/** Signs the same listener in on another device. */
async function signInElsewhere() {
  const other = await visit(browser, service.address)
  await other.page.request.post(login.path, { data: { email, password: PASSWORD } })
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

/** Calls the service as this browser's member without a page id. */
async function ask(method: string, path: string): Promise<unknown> {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  return (await page.request.fetch(path, { method, headers: { 'auth-token': token } })).json()
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
  await ask(createPlaylist.method, createPlaylist.path)
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

  const token = (await tab.evaluate(() => localStorage.getItem('token'))) ?? ''
  await context.request.fetch(deleteUser.path, {
    method: deleteUser.method,
    headers: { 'auth-token': token },
  })
  for (const each of [tab, elsewhere.page]) await link(topBar(each), 'Login').waitFor()
  await elsewhere.context.close()
})
