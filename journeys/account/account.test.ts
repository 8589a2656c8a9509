import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import { createPlaylist, updatePlaylist } from '@refrain/contract/library/playlists'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { WireOutputOf } from '@refrain/contract/operation'
import { fetchOwnData } from '@refrain/contract/own-data'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { untilLargeTextFits } from '../support/checks/large-text.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { type Member, signUpAda } from '../support/data/members.ts'
import { png } from '../support/data/pictures.ts'
import { account, answer, deleteDialog, field, toast } from '../support/pages/account.ts'
import { button, main, title } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const NEXT = 'analytical engine'
const SUCCESS = 'Password updated successfully!'

let page: Page
let service: Service
let errors: string[]
let ada: Member
/** Live updates have begun, which one tab receives for all. */
let connected: Promise<unknown>

useVisit({
  oneWindow: true,
  // Refused calls are part of these tests.
  allowErrors: true,
  async before(journey) {
    ;({ page, service, errors } = journey)
    ada = await signUpAda(page.request)
    connected = page
      .context()
      .waitForEvent('response', response => response.url().endsWith(listenToChanges.path))
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

it('changes name and password by keyboard alone, in every tab, stays signed in here, and deletes the account (ACC-01, ACC-02, ACC-04, ACC-12, ACC-13, AUTH-19 to AUTH-23, PROP-31, PROP-32, READ-24, VAL-06 to VAL-08)', async () => {
  const { keyboard } = page
  const otherTab = await page.context().newPage()
  await otherTab.goto('/about')
  await until(() => account(otherTab).innerText()).toBe('A')
  await connected
  await page.bringToFront()

  await field(page, 'Name').fill('Al')
  await press('Save')
  await main(page).getByText('username must be at least 3 characters long!').waitFor()
  await passesAxe('Account')
  // Its code loads after the rest of the page.
  await button(main(page), 'Choose picture').waitFor()
  await tab('Account').focus()
  await tabTo(page, /^Choose picture/)
  // The field, by its message.
  await tabTo(page, /^username must be/)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('Grace Hopper')
  await keyboard.press('Enter')
  await until(() => account(page).innerText()).toBe('G')
  await main(page).getByText('Grace Hopper').waitFor()
  await until(() => account(otherTab).innerText()).toBe('G')

  const tokenIn = (of: Page) => of.evaluate(() => localStorage.getItem('token'))
  const before = await tokenIn(page)
  await tab('Account').focus()
  await keyboard.press('ArrowRight')
  await until(focused).toBe('Password')
  await main(page).getByText('You will be logged out after changing your password.').waitFor()
  await field(page, 'Current password').fill('wrong horse')
  await field(page, 'New password').fill('short')
  await press('Change password')
  await main(page).getByText('String must contain at least 8 character(s)').waitFor()
  await passesAxe('Password')
  await field(page, 'New password').fill(NEXT)
  await press('Change password')
  await until(() => toast(page).innerText()).toBe('The current password is wrong.')
  await field(page, 'Current password').fill('')
  await field(page, 'New password').fill('')
  await tab('Password').focus()
  for (const value of [ada.password, NEXT]) {
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
  expect(await violations(page), 'changed').toEqual([])
  // Another token, which the other tab has too.
  const after = await tokenIn(page)
  expect(after).not.toBe(before)
  await account(otherTab).click()
  await otherTab.getByRole('menuitem', { name: 'Profile' }).click()
  await until(() => field(otherTab, 'Name').inputValue()).toBe('Grace Hopper')
  expect(await tokenIn(otherTab)).toBe(after)
  await otherTab.close()
  await ask(fetchOwnUser, {})

  await tab('Account').click()
  await press('Delete account')
  await answer(deleteDialog(page), 'Cancel')
  await until(focused).toBe('Delete account')
  await press('Delete account')
  await answer(deleteDialog(page), 'Delete')
  await until(() => new URL(page.url()).pathname).toBe('/login')
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
  expect(String(files.get('README.txt'))).toContain(ada.email)
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

async function passesAxe(state: string): Promise<void> {
  expect(await violations(page), state).toEqual([])
  await untilLargeTextFits(page, state, [360, 1280])
}

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
