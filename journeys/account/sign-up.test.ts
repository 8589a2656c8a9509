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
const WRONG = 'wrong horse battery'

let albumPath: string
let visitor: Visit
let page: Page

useVisit({
  oneWindow: true,
  allowErrors: true,
  async begin({ address }) {
    albumPath = `/albums/${(await catalogueOf(address).album('Pure Tones'))._id}`
  },
  before(journey) {
    visitor = journey
    page = visitor.page
  },
})

// A refused login is an expected response, but the browser logs it as an error.
afterEach(() => expect(visitor.errors.filter(text => !text.includes('401'))).toEqual([]))

const path = () => new URL(page.url()).pathname

async function signUp(email: string): Promise<void> {
  await page.goto('/signup')
  await send(page, { Name: 'Ada', Email: email, Password: PASSWORD })
  await until(path).toBe('/')
  await account(page).waitFor()
  await untilMirrored()
}

/** A pending cookie would arrive after the logout, or too late for another tab. */
const untilMirrored = () => until(async () => (await storedSession(page)).cookies).toHaveLength(2)

it('signs up, stays signed in, logs out, logs in again and deletes the account (AUTH-01, AUTH-02, AUTH-07 to AUTH-09, AUTH-12 to AUTH-23, READ-47, PROP-36, PROP-49)', async () => {
  const email = newAddress()
  await signUp(email)
  await until(async () => (await storedSession(page)).cookies).toEqual([
    { name: 'token', httpOnly: true, sameSite: 'Strict' },
    { name: 'userId', httpOnly: true, sameSite: 'Strict' },
  ])
  expect((await storedSession(page)).local).toEqual(expect.arrayContaining(['token', 'userId']))

  await page.goto('/login')
  await until(path).toBe('/')
  await account(page).waitFor()
  await link(main(page), /^Pure Tones/).click()
  await albumPlay(page).click()
  await until(() => player(page).innerText()).toContain('First Tone')

  // A click outside and scrolling close the dialog, a click inside does not.
  await page.setViewportSize({ width: 1280, height: 500 })
  await choose(page, 'Logout')
  await logoutDialog(page).click({ position: { x: 30, y: 30 } })
  expect(await logoutDialog(page).isVisible()).toBe(true)
  await page.mouse.click(20, 480)
  await logoutDialog(page).waitFor({ state: 'hidden' })
  await choose(page, 'Logout')
  await logoutDialog(page).waitFor()
  await page.mouse.move(640, 480)
  await page.mouse.wheel(0, 200)
  await logoutDialog(page).waitFor({ state: 'hidden' })
  await choose(page, 'Logout')
  await answer(logoutDialog(page), 'Logout')
  await until(path).toBe('/login')
  await until(() => player(page).innerText()).not.toContain('First Tone')
  await until(() => storedSession(page)).toEqual({ local: [], cookies: [] })
  await page.reload()
  await title(page).waitFor()
  expect(path()).toBe('/login')

  await send(page, { Email: email, Password: WRONG })
  await until(() => toast(page).innerText()).toBe('Invalid Credentials')
  await until(() => toast(page).count()).toBe(0)
  await send(page, { Email: email, Password: PASSWORD })
  await until(path).toBe('/')
  await untilMirrored()

  await choose(page, 'Delete Account')
  await answer(deleteDialog(page), 'Cancel')
  await deleteDialog(page).waitFor({ state: 'hidden' })
  await choose(page, 'Delete Account')
  await answer(deleteDialog(page), 'Delete')
  await until(path).toBe('/login')
  await until(() => storedSession(page)).toEqual({ local: [], cookies: [] })
  await send(page, { Email: email, Password: PASSWORD })
  await until(() => toast(page).innerText()).toBe('Invalid Credentials')
})

it('signs up, logs in and deletes the account by keyboard alone (PROP-61)', async () => {
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

it('passes axe with forms, their messages, the toast, the menu and the dialogs, and never scrolls the forms sideways', async () => {
  await page.goto('/login')
  for (const screen of ['Login', 'Signup']) {
    if (screen === 'Signup') await link(main(page), screen).click()
    await until(() => title(page).innerText()).toBe(screen)
    await submit(page).click()
    await until(() => field(page, 'Email').getAttribute('aria-invalid')).toBe('true')
    for (const width of [320, 360, 425, 500, 550, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: width === 320 ? 256 : 800 })
      expect(await sideways(page), `${screen}, ${width} px`).toBe(0)
      if (width === 360 || width === 1280)
        expect(await violations(page), `${screen}, wrong, ${width} px`).toEqual([])
    }
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await toast(page).waitFor()
    expect(await violations(page), `${screen}, toast`).toEqual([])
  }
  await send(page, { Name: 'Ada', Email: newAddress(), Password: PASSWORD })
  await account(page).waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  await account(page).click()
  await page.getByRole('menu').waitFor()
  expect(await violations(page), 'menu').toEqual([])
  await page.keyboard.press('Escape')
  await choose(page, 'Logout')
  await logoutDialog(page).waitFor()
  expect(await violations(page), 'logout').toEqual([])
  await page.keyboard.press('Escape')
  await choose(page, 'Delete Account')
  await deleteDialog(page).waitFor()
  expect(await violations(page), 'delete').toEqual([])
})
