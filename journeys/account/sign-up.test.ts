import { setCookie } from '@refrain/contract/account/cookies'
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import type { Visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, untilArrived } from '../support/checks/focus.ts'
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
  submit,
  toast,
} from '../support/pages/account.ts'
import { albumPlay, link, main, player, sideways, title } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'correct horse battery'

let albumPath: string
let visitor: Visit
let page: Page

useVisit({
  oneWindow: true,
  allowErrors: true,
  async begin({ address }) {
    albumPath = `/albums/${(await catalogueOf(address).album('Pure Tones'))._id}`
  },
  // In small windows, the forms have no wall of covers, which takes much time to draw.
  async before(journey) {
    visitor = journey
    page = visitor.page
    await page.setViewportSize({ width: 500, height: 800 })
  },
})

// A refused login is an expected response, but the browser logs it as an error.
afterEach(() => expect(visitor.errors.filter(text => !text.includes('401'))).toEqual([]))

const path = () => new URL(page.url()).pathname

it('signs up, logs out and deletes the account by keyboard alone (PROP-61)', async () => {
  const { keyboard } = page
  const focused = async () => (await describeFocus(page)).name
  await page.goto('/signup')
  await title(page).waitFor()
  const type = async (label: string, text: string) => {
    await until(() => field(page, label).evaluate(input => input === document.activeElement)).toBe(true)
    await keyboard.type(text)
    await keyboard.press('Tab')
  }
  await field(page, 'Name').focus()
  await keyboard.press('Enter')
  await until(() => field(page, 'Name').getAttribute('aria-invalid')).toBe('true')
  await type('Name', 'Grace')
  await type('Email', newAddress())
  await type('Password', PASSWORD)
  expect(await focused()).toBe('Show password')
  await keyboard.press('Tab')
  await until(focused).toBe('Signup')
  await keyboard.press('Enter')
  await until(path).toBe('/')
  await account(page).waitFor()
  await untilArrived(page)

  for (let step = 0; step < 20 && (await focused()) !== 'Account'; step++) await keyboard.press('Shift+Tab')
  expect(await describeFocus(page)).toMatchObject({ name: 'Account', inSight: true, marked: true })
  await keyboard.press('Enter')
  await until(focused).toBe('Profile')
  await keyboard.press('ArrowDown')
  await until(focused).toBe('Logout')
  await keyboard.press('Enter')
  await until(focused).toBe('Cancel')
  await keyboard.press('Escape')
  await logoutDialog(page).waitFor({ state: 'hidden' })
  await until(focused).toBe('Account')
  await keyboard.press('Enter')
  await until(focused).toBe('Profile')
  await keyboard.press('ArrowDown')
  await until(focused).toBe('Logout')
  await keyboard.press('ArrowDown')
  await until(focused).toBe('Delete Account')
  await keyboard.press('Enter')
  await until(focused).toBe('Cancel')
  await keyboard.press('Tab')
  await until(focused).toBe('Delete')
  await keyboard.press('Enter')
  await until(path).toBe('/login')
})

it('signs in and out in every tab at once, also when the server drops the session (AUTH-17, READ-09, PROP-08, PROP-49)', async () => {
  await page.goto(albumPath)
  const email = newAddress()
  const other = await visitor.context.newPage()
  await other.goto('/signup')
  await send(other, { Name: 'Tabs', Email: email, Password: PASSWORD })
  await account(page).waitFor()
  await albumPlay(page).click()
  await until(async () => (await storedSession(page)).local).toContain('recent')
  await choose(other, 'Logout')
  await answer(logoutDialog(other), 'Logout')
  await link(page.getByRole('banner'), 'Login').waitFor()
  await until(() => player(page).innerText()).not.toContain('First Tone')
  expect((await storedSession(page)).local).toEqual([])

  // Wait for the second cookie request too; a late one would restore the cookie cleared here.
  const mirrored = other.waitForResponse(
    response =>
      response.url().endsWith(setCookie.path) && response.request().postDataJSON().param_name === 'token',
  )
  await send(other, { Email: email, Password: PASSWORD })
  await account(page).waitFor()
  await mirrored
  await visitor.context.clearCookies()
  await page.reload()
  await link(page.getByRole('banner'), 'Login').waitFor()
  expect((await storedSession(page)).local).not.toContain('token')
})

it('passes axe with wrong fields, the toast, the menu and the dialogs, and scrolls no wrong form sideways', async () => {
  await page.goto('/login')
  await page.setViewportSize({ width: 360, height: 800 })
  for (const screen of ['Login', 'Signup']) {
    if (screen === 'Signup') await link(main(page), screen).click()
    await until(() => title(page).innerText()).toBe(screen)
    await submit(page).click()
    await until(() => field(page, 'Email').getAttribute('aria-invalid')).toBe('true')
    expect(await violations(page), `${screen}, wrong`).toEqual([])
    expect(await sideways(page), `${screen}, wrong`).toBe(0)
  }
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await toast(page).waitFor()
  expect(await violations(page), 'toast').toEqual([])
  await send(page, { Name: 'Ada', Email: newAddress(), Password: PASSWORD })
  await account(page).waitFor()
  await account(page).click()
  await page.getByRole('menu').waitFor()
  expect(await violations(page, { frame: true }), 'menu').toEqual([])
  await page.keyboard.press('Escape')
  await choose(page, 'Logout')
  await logoutDialog(page).waitFor()
  expect(await violations(page), 'logout').toEqual([])
  await page.keyboard.press('Escape')
  await choose(page, 'Delete Account')
  await deleteDialog(page).waitFor()
  expect(await violations(page), 'delete').toEqual([])
})
