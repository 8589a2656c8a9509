import { fetchOwnUser } from '@refrain/contract/account/own-account'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { catalogueOf } from '../support/data/catalogue.ts'
import { newAddress } from '../support/data/members.ts'
import {
  account,
  answer,
  choose,
  deleteDialog,
  field,
  logoutDialog,
  send,
  storedSession,
  toast,
} from '../support/pages/account.ts'
import {
  activeItem,
  bottomBar,
  button,
  goWithin,
  link,
  main,
  navigation,
  title,
  trackRow,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const EMAIL = newAddress()
const PASSWORD = 'correct horse battery'
const NEXT = 'analytical engine'

let page: Page
let service: Service
let errors: string[]

useVisit({
  oneWindow: true,
  allowErrors: true,
  before(journey) {
    ;({ page, service, errors } = journey)
  },
})

const here = () => new URL(page.url()).pathname
const userId = () => page.evaluate(() => localStorage.getItem('userId'))
const library = () => link(navigation(page), 'Library')

/** Status of the service's response to this token. */
const statusWith = async (token: string) =>
  (await page.request.post(fetchOwnUser.path, { headers: { 'auth-token': token }, data: {} })).status()

it('signs up, uses the library and deletes the account, leaving nothing behind (LAY-16, LAY-19, LAY-20, LAY-25, LAY-26, ROLE-03, ROLE-04, AUTH-01, AUTH-02, AUTH-07 to AUTH-09, AUTH-12, AUTH-16 to AUTH-23, PROP-49, STO-01, STO-02)', async () => {
  await page.goto('/signup')
  await send(page, { Name: 'Ada', Email: EMAIL, Password: PASSWORD })
  await until(here).toBe('/')
  await account(page).waitFor()
  await until(userId).not.toBeNull()
  await until(async () => (await storedSession(page)).cookies).toEqual([
    { name: 'token', httpOnly: true, sameSite: 'Strict' },
    { name: 'userId', httpOnly: true, sameSite: 'Strict' },
  ])

  // Add library items: a song, an artist, a playlist.
  const { _id } = await catalogueOf(service.address).artist('The Oscillators')
  await goWithin(page, `/artists/${_id}`)
  await button(main(page), 'Follow').click()
  await button(main(page), 'Unfollow').waitFor()
  await trackRow(page, 'First Tone').row.hover()
  await trackRow(page, 'First Tone').like.click()
  await button(trackRow(page, 'First Tone').row, 'Remove from Liked Songs').waitFor()

  await library().click()
  const own = `/${await userId()}/library`
  await until(here).toBe(own)
  await until(() => activeItem(navigation(page)).getAttribute('href')).toBe(own)
  await link(main(page), /^Liked Songs\s+1 song$/).waitFor()
  await button(main(page), 'Create Playlist').click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await until(here).toMatch(/^\/userplaylists\//)
  await until(() => title(page).innerText()).toBe('My Playlist #1')
  await page.setViewportSize({ width: 360, height: 700 })
  await until(() => activeItem(bottomBar(page)).getAttribute('href')).toBe(own)
  await link(bottomBar(page), 'Library').click()
  await until(here).toBe(own)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Check the profile.
  await choose(page, 'Profile')
  await until(here).toBe(`/user/${await userId()}`)
  await field(page, 'Name').fill('Augusta Ada')
  await button(main(page), 'Save').click()
  await account(page).click()
  await until(() => page.getByRole('menu').innerText()).toContain('Augusta Ada')
  await page.keyboard.press('Escape')
  await main(page).getByRole('tab', { name: 'Password' }).click()
  await field(page, 'Current password').fill(PASSWORD)
  await field(page, 'New password').fill(NEXT)
  await button(main(page), 'Change password').click()
  await until(() => main(page).innerText()).toContain('Password updated successfully!')

  // Log out and in again; everything is still there.
  await choose(page, 'Logout')
  await answer(logoutDialog(page), 'Logout')
  await until(here).toBe('/login')
  await until(() => storedSession(page)).toEqual({ local: [], cookies: [] })
  await page.reload()
  await title(page).waitFor()
  expect(here()).toBe('/login')
  expect(await library().getAttribute('href')).toBe('/login')
  await send(page, { Email: EMAIL, Password: PASSWORD })
  await until(() => toast(page).innerText()).toBe('Invalid Credentials')
  await send(page, { Email: EMAIL, Password: NEXT })
  await until(here).toBe('/')
  await library().click()
  await until(here).toBe(own)
  await link(main(page), /^My Playlist #1/).waitFor()
  await link(main(page), /^Liked Songs\s+1 song$/).waitFor()

  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  expect(await statusWith(token)).toBe(200)
  await choose(page, 'Delete Account')
  await answer(deleteDialog(page), 'Cancel')
  await deleteDialog(page).waitFor({ state: 'hidden' })
  await choose(page, 'Delete Account')
  await answer(deleteDialog(page), 'Delete')
  await until(here).toBe('/login')
  await until(() => storedSession(page)).toEqual({ local: [], cookies: [] })
  const remembered = await page.evaluate(() => JSON.stringify(sessionStorage))
  for (const secret of [token, EMAIL, 'Augusta']) expect(remembered).not.toContain(secret)
  expect(await statusWith(token)).toBe(401)
  await send(page, { Email: EMAIL, Password: NEXT })
  await until(() => toast(page).innerText()).toBe('Invalid Credentials')
  await goWithin(page, own)
  await until(here).toBe('/login')
  expect(errors.filter(text => !text.includes('401'))).toEqual([])
})
