import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import {
  account,
  choose,
  logoutDialog,
  answer as reply,
  storedSession,
  toast,
} from '../support/pages/account.ts'
import { button, main, sideways } from '../support/pages/pages.ts'
import { answerProvider, CLIENT_ID, startProvider } from '../support/servers/openid.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const PHOTO_HOST = 'lh3.googleusercontent.com'
const ADA = {
  sub: '1815',
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  picture: `https://${PHOTO_HOST}/a/ada=s96-c`,
}
const FAILURE = 'Some error occurred! Please try again'
/** A one-pixel picture. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let provider: Awaited<ReturnType<typeof startProvider>>
let service: Service
let browser: Browser
let visitor: Visit
let page: Page

beforeAll(async () => {
  provider = await startProvider(ADA)
  const settings = { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: provider.issuer, SAMPLE: 'off' }
  service = await startService({ settings })
  browser = await startBrowser()
})

beforeEach(async () => {
  provider.becomes(ADA)
  visitor = await visit(browser, service.address)
  page = visitor.page
  await visitor.context.route(`https://${PHOTO_HOST}/**`, route =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  )
})

afterEach(async () => {
  // Refusals are expected responses, but the browser logs them as errors.
  expect(visitor.errors.filter(text => !/40[19]/.test(text))).toEqual([])
  await visitor.context.close()
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await provider?.stop()
})

const here = () => page.url().replace(service.address, '')
const google = () => button(main(page), 'Continue with Google')
/** State of the pending sign-in in the tab's session storage. */
const underWay = () => page.evaluate(() => sessionStorage.getItem('google'))
const ownId = () => page.evaluate(() => localStorage.getItem('userId'))

async function enter(screen = '/login'): Promise<void> {
  await page.goto(screen)
  await google().click()
  await answerProvider(page, /^Continue as/)
  await until(here).toBe('/')
  await account(page).waitFor()
}

async function logOut(): Promise<void> {
  await choose(page, 'Logout')
  await reply(logoutDialog(page), 'Logout')
  await until(here).toBe('/login')
}

/** Expects a brief error message, no session, and no trace of the response. */
async function isRefused(): Promise<void> {
  await until(() => toast(page).innerText()).toBe(FAILURE)
  expect(here()).toBe('/login')
  await until(() => toast(page).count()).toBe(0)
  const { local, cookies } = await storedSession(page)
  expect(local).not.toContain('token')
  expect(cookies.map(({ name }) => name)).not.toContain('token')
  expect(await underWay()).toBeNull()
  expect(await google().getAttribute('aria-disabled')).toBeNull()
}

it('signs in through the provider, takes its picture and stores the session as any sign-in does, the next time by keyboard alone (AUTH-03, AUTH-04, AUTH-09 to AUTH-11, MED-08, READ-46, STO-01, STO-02, STO-22, STO-26, PROP-61)', async () => {
  await enter('/signup')
  const picture = account(page).locator('img')
  await until(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1)
  expect(await picture.getAttribute('src')).toBe(ADA.picture)
  const local = await page.evaluate(() => ({ ...localStorage }))
  await until(async () => (await storedSession(page)).cookies.map(({ name }) => name)).toContain('userId')
  const cookies = await visitor.context.cookies(service.address)
  const cookie = cookies.find(({ name }) => name === 'token')
  expect(cookie).toMatchObject({ value: local.token, httpOnly: true, sameSite: 'Strict' })
  expect(await underWay()).toBeNull()
  const first = await ownId()
  await logOut()

  const { promise: waited, resolve: goOn } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/auth/google', async route => {
    asked++
    await waited
    await route.continue()
  })
  await tabTo(page, /^Continue with Google$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  // The page's last control: all tab stops are rendered.
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  await page.keyboard.press('Tab')
  await until(async () => (await describeFocus(page)).name).toMatch(/^Continue as/)
  await page.keyboard.press('Enter')
  await until(() => google().getAttribute('aria-disabled')).toBe('true')
  expect(here()).toBe('/login')
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await violations(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await google().press('Enter')
  goOn()
  await until(here).toBe('/')
  await picture.waitFor()
  expect(await describeFocus(page)).toMatchObject({ inSight: true })
  // The picture is in the frame.
  expect(await violations(page, { frame: true })).toEqual([])
  expect(asked).toBe(1)
  await until(ownId).toBe(first)
})

it('accepts an answer once, and allows another try when the listener cancels or goes Back (AUTH-10, ERR-05, PROP-34)', async () => {
  let answered = ''
  page.on('response', response => {
    const { location = '' } = response.headers()
    if (location.includes('id_token=')) answered = location
  })
  await enter()
  expect(answered).toContain(`${service.address}/login#`)
  await logOut()
  await page.goto('about:blank')
  await page.goto(answered)
  await isRefused()

  await google().click()
  await answerProvider(page, /^Cancel$/)
  await isRefused()
  await google().click()
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  await page.goBack()
  await until(here).toBe('/login')
  expect(await google().getAttribute('aria-disabled')).toBeNull()
})
