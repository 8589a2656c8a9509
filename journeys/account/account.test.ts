import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { createUser } from '@refrain/contract/account/sign-in'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import { createPlaylist, updatePlaylist } from '@refrain/contract/library/playlists'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { WireOutputOf } from '@refrain/contract/operation'
import { fetchOwnData } from '@refrain/contract/own-data'
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { png } from '../support/data/pictures.ts'
import { account, answer, deleteDialog, field, send, toast } from '../support/pages/account.ts'
import { button, link, main, sideways, title } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'correct horse battery'
const NEXT = 'analytical engine'
const SUCCESS = 'Password updated successfully!'

let page: Page
let service: Service
let browser: Browser
let errors: string[]
let email: string
let signedUp = 0

useVisit({
  music: [
    {
      artist: 'The Oscillators',
      album: 'Pure Tones',
      year: 2021,
      colour: '#7a2e8c',
      tracks: ['First Tone', 'Second Tone'].map(name => ({ title: name, frequency: 440, seconds: 1 })),
    },
  ],
  // Refused calls are part of these tests.
  allowErrors: true,
  async before(journey) {
    ;({ page, service, browser, errors } = journey)
    email = `ada-${signedUp++}@example.org`
    await page.request.post(createUser.path, { data: { name: 'Ada', email, password: PASSWORD } })
    await page.goto('/user/me')
    await until(() => title(page).innerText()).toBe('My Account')
  },
})

const tab = (name: string) => main(page).getByRole('tab', { name })
const press = (name: string) => button(main(page), name).click()
const token = () => page.evaluate(() => String(localStorage.getItem('token')))
const focused = async () => (await describeFocus(page)).name

async function ask(operation: { path: string; method: string }, data?: unknown) {
  const headers = { 'auth-token': await token() }
  const { method, path } = operation
  const answered = await page.request.fetch(path, { method, headers, ...(data !== undefined && { data }) })
  expect(answered.status(), path).toBe(200)
  return answered.json()
}

it('changes the name everywhere, also in another tab (ACC-01, ACC-02, VAL-06)', async () => {
  const other = await page.context().newPage()
  const { pathname } = new URL(page.url())
  // Ends the open live updates connection, so that it is not mistaken for the one below.
  await page.goto('about:blank')
  // One tab receives live updates for all.
  const reads = page
    .context()
    .waitForEvent('response', response => response.url().endsWith(listenToChanges.path))
  await Promise.all([reads, page.goto(pathname), other.goto(pathname)])
  await until(() => account(other).innerText()).toBe('A')
  await field(page, 'Name').fill('Al')
  await press('Save')
  await main(page).getByText('username must be at least 3 characters long!').waitFor()
  await field(page, 'Name').fill('Grace Hopper')
  await press('Save')
  await until(() => account(page).innerText()).toBe('G')
  await main(page).getByText('Grace Hopper').waitFor()
  await until(() => account(other).innerText()).toBe('G')
  await page.reload()
  await until(() => field(page, 'Name').inputValue()).toBe('Grace Hopper')
  expect(errors).toEqual([])
})

it('changes the password, stays signed in here and signs out the other device (ACC-04, ACC-12, ACC-13, PROP-31, PROP-32, READ-24, VAL-07, VAL-08)', async () => {
  const elsewhere = await visit(browser, service.address)
  await elsewhere.page.goto('/login')
  await send(elsewhere.page, { Email: email, Password: PASSWORD })
  await account(elsewhere.page).waitFor()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/')
  await account(otherTab).waitFor()
  const tokenIn = (of: Page) => of.evaluate(() => localStorage.getItem('token'))
  const before = await tokenIn(page)

  await tab('Password').click()
  await main(page).getByText('You will be logged out after changing your password.').waitFor()
  await field(page, 'Current password').fill('wrong horse')
  await field(page, 'New password').fill('short')
  await press('Change password')
  await main(page).getByText('String must contain at least 8 character(s)').waitFor()
  await field(page, 'New password').fill(NEXT)
  await press('Change password')
  await until(() => toast(page).innerText()).toBe('The current password is wrong.')
  await field(page, 'Current password').fill(PASSWORD)
  await press('Change password')
  await main(page).getByText(SUCCESS).waitFor()
  // Another token, which the other tab has too.
  const after = await tokenIn(page)
  expect(after).not.toBe(before)
  await account(otherTab).click()
  await otherTab.getByRole('menuitem', { name: 'Profile' }).click()
  await until(() => field(otherTab, 'Name').inputValue()).not.toBe('')
  expect(await tokenIn(otherTab)).toBe(after)
  await otherTab.close()
  await page.reload()
  await account(page).waitFor()
  await ask(fetchOwnUser, {})

  await elsewhere.page.reload()
  await link(elsewhere.page.getByRole('banner'), 'Login').waitFor()
  await elsewhere.page.goto('/login')
  await send(elsewhere.page, { Email: email, Password: PASSWORD })
  await until(() => toast(elsewhere.page).innerText()).toBe('Invalid Credentials')
  await send(elsewhere.page, { Email: email, Password: NEXT })
  await account(elsewhere.page).waitFor()
  await elsewhere.context.close()
})

it('downloads the data, playlists and pictures of the account as one archive', async () => {
  const { tracks } = await catalogueOf(service.address).album('Pure Tones')
  await ask(appendLikedSongs, { trackId: tracks[0] })
  for (let twice = 0; twice < 2; twice++) {
    const { _id: playlistId } = await ask(createPlaylist)
    await ask(addTracksToPlaylist, { playlistId, tracksArray: tracks })
    await ask(updatePlaylist, { playlistId, title: 'Sunday 日曜日', profile_path: '' })
  }
  await main(page)
    .getByLabel('Picture file')
    .setInputFiles(await png())
  await press('Confirm')
  await account(page).locator('img').waitFor()

  const downloaded = page.waitForEvent('download')
  await press('Download my data')
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^\S+ \d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(readFileSync(await download.path()))
  expect([...files.keys()].sort()).toEqual([
    'README.txt',
    'own-data.json',
    expect.stringMatching(/^pictures\/user_profile\/[\w-]+\.jpg$/),
    'playlists/Liked Songs.m3u8',
    'playlists/Liked Songs.xspf',
    'playlists/Sunday 日曜日 (2).m3u8',
    'playlists/Sunday 日曜日 (2).xspf',
    'playlists/Sunday 日曜日.m3u8',
    'playlists/Sunday 日曜日.xspf',
  ])
  const exported: WireOutputOf<typeof fetchOwnData> = JSON.parse(String(files.get('own-data.json')))
  const known: WireOutputOf<typeof fetchOwnData> = await ask(fetchOwnData)
  // Omit what each request changes.
  const still = ({ madeAt: _at, sessions: _sessions, ...rest }: WireOutputOf<typeof fetchOwnData>) => rest
  expect(still(exported)).toEqual(still(known))
  expect(String(files.get('README.txt'))).toContain(email)
  const list = String(files.get('playlists/Sunday 日曜日.m3u8'))
  expect(list.split('\n').filter(line => line.startsWith('http'))).toEqual(
    tracks.map(id => `${service.address}/track/${id}`),
  )
  expect(list).toContain('The Oscillators - First Tone')
  expect(String(files.get('playlists/Liked Songs.xspf'))).toContain('<title>First Tone</title>')
  const jpeg = [...files].find(([name]) => name.startsWith('pictures/'))?.[1]
  expect(jpeg?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  expect(jpeg?.length).toBe(known.pictures[0]?.bytes)
  expect(errors).toEqual([])
})

it('moves between tabs and changes name and password by keyboard alone (ACC-01, ACC-02, ACC-04)', async () => {
  const { keyboard } = page
  await page.reload()
  await field(page, 'Name').waitFor()
  // Its code loads after the rest of the page.
  await button(main(page), 'Choose picture').waitFor()
  await tabTo(page, /^Account$/)
  while ((await describeFocus(page)).tag !== 'BUTTON' || !(await hasTabFocus()))
    await tabTo(page, /^Account$/)
  await tabTo(page, /^Choose picture/)
  await tabTo(page, /^$/)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('Grace')
  await keyboard.press('Enter')
  await until(() => account(page).innerText()).toBe('G')

  await tab('Account').focus()
  await keyboard.press('ArrowRight')
  await until(focused).toBe('Password')
  for (const value of [PASSWORD, NEXT]) {
    while (!(await page.evaluate(() => document.activeElement instanceof HTMLInputElement)))
      await keyboard.press('Tab')
    await keyboard.type(value)
    await keyboard.press('Tab')
  }
  expect(await focused()).toBe('Show new password')
  await tabTo(page, /^Change password/)
  await keyboard.press('Enter')
  await main(page).getByText(SUCCESS).waitFor()
  expect(await focused()).toBe('Change password')
})

it('deletes the account from the account page (AUTH-19 to AUTH-23)', async () => {
  await press('Delete account')
  await answer(deleteDialog(page), 'Cancel')
  await until(focused).toBe('Delete account')
  await press('Delete account')
  await answer(deleteDialog(page), 'Delete')
  await until(() => new URL(page.url()).pathname).toBe('/login')
})

it.each([360, 1280])('passes axe at %i px, whatever errors the forms show', async width => {
  await page.setViewportSize({ width, height: 800 })
  await field(page, 'Name').fill('Al')
  await press('Save')
  await until(() => field(page, 'Name').getAttribute('aria-invalid')).toBe('true')
  expect(await violations(page), 'Account').toEqual([])
  expect(await sideways(page)).toBe(0)
  await tab('Password').click()
  await press('Change password')
  await until(() => field(page, 'New password').getAttribute('aria-invalid')).toBe('true')
  expect(await violations(page), 'Password').toEqual([])
  expect(await sideways(page)).toBe(0)
  await field(page, 'Current password').fill(PASSWORD)
  await field(page, 'New password').fill(NEXT)
  await press('Change password')
  await main(page).getByText(SUCCESS).waitFor()
  expect(await violations(page), 'changed').toEqual([])
})

const hasTabFocus = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'tab')

/** Files of an archive, read from its central directory. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22
  let place = archive.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const length = archive.readUInt16LE(place + 28)
    const start = archive.readUInt32LE(place + 42) + 30 + length
    const body = archive.subarray(start, start + archive.readUInt32LE(place + 20))
    const name = archive.toString('utf8', place + 46, place + 46 + length)
    files.set(name, archive.readUInt16LE(place + 10) === 8 ? inflateRawSync(body) : Buffer.from(body))
    place += 46 + length
  }
  return files
}
