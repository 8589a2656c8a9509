import { createUser, login } from '@refrain/contract/account/sign-in'
import { registerGuestDevice } from '@refrain/contract/notifications/devices'
import type { WireOutputOf } from '@refrain/contract/operation'
import { fetchOwnData } from '@refrain/contract/own-data'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import {
  deliverPush,
  notifications,
  pressNotification,
  renewSubscription,
  takePushes,
} from '../support/browsers/push-browser.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { untilLargeTextFits } from '../support/checks/large-text.ts'
import { account, answer, choose, logoutDialog, send } from '../support/pages/account.ts'
import { nextResponse } from '../support/pages/next-response.ts'
import { main, sideways, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'analytical engine'
const PUSH = 'Push notifications from artists'
const MAIL = 'Emails about artists and music'
/** Addresses that are no screens of these pages. */
const STRANGE = [
  'https://example.org/',
  '//example.org/',
  '/.//example.org/',
  '/api/getCookie/token',
  '/robots.txt',
  'javascript:alert(1)',
]
const NOTICE = { title: 'The Oscillators', body: 'New album: Pure Tones', url: '/albums', tag: 'album-1' }

let service: Service
let browser: Browser
let context: BrowserContext
let page: Page
let errors: string[]
let email: string

beforeAll(async () => {
  service = await startService({ settings: { PUSH_HOSTS: '127.0.0.1', SAMPLE: 'off' } })
  browser = await startBrowser({ whole: true })
})
beforeEach(async () => {
  ;({ context, page, errors } = await visit(browser, service.address, { serviceWorkers: 'allow' }))
})
afterEach(() => context.close())
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

/** The member's data from the service, whoever is signed in here. */
async function ownData(): Promise<WireOutputOf<typeof fetchOwnData>> {
  const post = (data: object) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  const signedIn = await fetch(service.address + login.path, post({ email, password: PASSWORD }))
  const { authtoken } = (await signedIn.json()) as { authtoken: string }
  const asked = await fetch(service.address + fetchOwnData.path, { headers: { 'auth-token': authtoken } })
  return (await asked.json()) as WireOutputOf<typeof fetchOwnData>
}
const devices = async () => (await ownData()).devices.length

/**
 * Opens a screen and waits until this browser's registration is stored: until then the page closes
 * notifications, which may belong to a previous listener.
 */
async function openKnown(path: string): Promise<void> {
  await page.goto(path)
  await until(() => page.evaluate(() => localStorage.getItem('device'))).not.toBeNull()
  await page.evaluate(() => navigator.serviceWorker.ready)
}

async function openTab(on: Page = page): Promise<void> {
  await on.goto('/user/me')
  await main(on).getByRole('tab', { name: 'Notifications' }).click()
  for (const name of [PUSH, MAIL])
    await until(() => control(name, on).getAttribute('aria-disabled')).toBeNull()
}
const control = (name: string, on: Page = page) => main(on).getByRole('switch', { name })
const isOn = (name: string, on: Page = page) => control(name, on).getAttribute('aria-checked')

/** Tag of each shown notification, and whether it alerts again. */
const alerts = (page: Page) =>
  page.evaluate(async () => {
    const shown = (await (await navigator.serviceWorker.ready).getNotifications()) as unknown[]
    return (shown as { tag: string; renotify: boolean }[])
      .map(({ tag, renotify }) => `${tag} ${renotify}`)
      .toSorted()
  })

async function closeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { ready } = navigator.serviceWorker
    for (const shown of await (await ready).getNotifications()) shown.close()
  })
  await until(() => notifications(page)).toEqual([])
}

it('registers for a guest as soon as the browser’s settings permit it, and asks and shows nothing before (NOT-01, NOT-02, READ-69, READ-70)', async () => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await takePushes(context, service.address)
  await context.clearPermissions()
  await page.goto('/')
  // A headless browser denies permission by itself.
  await until(() => page.evaluate(() => Notification.permission)).toBe('denied')
  await page.waitForLoadState('networkidle')
  expect(asked.filter(path => path.startsWith('/fcm/'))).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  const registered = nextResponse(page, registerGuestDevice)
  await context.grantPermissions(['notifications'], { origin: service.address })
  expect((await registered).status()).toBe(200)
  expect(errors).toEqual([])
})

it('registers for the member who signs in, renews the subscription without an open page, and leaves nothing after the logout (NOT-02, NOT-03, READ-70, AUTH-17)', async () => {
  const pushes = await takePushes(context, service.address)
  await page.goto('/signup')
  email = 'ada@example.org'
  await send(page, { Name: 'Ada', Email: email, Password: PASSWORD })
  await account(page).waitFor()
  await until(devices).toBe(1)
  expect(pushes.endpoint()).toBeDefined()
  await deliverPush(page, JSON.stringify(NOTICE))
  await until(async () => (await notifications(page)).length).toBe(1)

  const cookie = async () => (await context.cookies()).some(({ name }) => name === 'userId')
  await until(cookie).toBe(true)
  // Not an app screen: it must be neither asked nor navigated.
  await page.goto('/for-artists')
  await renewSubscription(context, pushes, service.address)
  expect(await devices()).toBe(2)
  expect(await pressNotification(context)).toEqual(['/albums'])
  expect(new URL(page.url()).pathname).toBe('/for-artists')

  await page.goto('/about')
  await account(page).waitFor()
  await deliverPush(page, JSON.stringify(NOTICE))
  await until(async () => (await notifications(page)).length).toBe(1)
  const back = nextResponse(page, registerGuestDevice)
  await choose(page, 'Logout')
  await answer(logoutDialog(page), 'Logout')
  await until(() => notifications(page)).toEqual([])
  expect((await back).status()).toBe(200)
  expect(errors).toEqual([])
})

it('shows pushes with the listener’s permission, replaces them by tag, and opens only own screens, in the open page (NOT-03)', async () => {
  await takePushes(context, service.address)
  await openKnown('/about')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await context.clearPermissions()
  await deliverPush(page, JSON.stringify({ ...NOTICE, title: 'Not permitted' }))
  await context.grantPermissions(['notifications'], { origin: service.address })

  const mark = context.waitForEvent('request', request => request.url().endsWith('/icon-192.png'))
  await deliverPush(page, JSON.stringify(NOTICE))
  const { tag: _, ...shown } = NOTICE
  await until(() => notifications(page)).toEqual([shown])
  await mark
  for (const tag of [NOTICE.tag, '']) await deliverPush(page, JSON.stringify({ ...NOTICE, tag }))
  await until(() => alerts(page)).toEqual([' false', `${NOTICE.tag} true`])
  await closeAll(page)

  const malformed = ['no JSON', '{"title":""}', '{"title":"Here","body":"there"}', '"text"', 'null']
  for (const data of malformed) await deliverPush(page, data)
  const fallback = { title: 'Refrain', body: '', url: '/' }
  await until(() => notifications(page)).toEqual(malformed.map(() => fallback))
  await closeAll(page)

  for (const url of STRANGE) await deliverPush(page, JSON.stringify({ ...NOTICE, url, tag: url }))
  await until(async () => (await notifications(page)).map(({ url }) => url)).toEqual(STRANGE.map(() => '/'))
  await closeAll(page)

  await deliverPush(page, JSON.stringify(NOTICE))
  await until(async () => (await notifications(page)).length).toBe(1)
  expect(await pressNotification(context)).toEqual([])
  await until(() => title(page).innerText()).toBe('Albums')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await until(() => notifications(page)).toEqual([])
  expect(errors).toEqual([])
})

it('sets both switches by mouse and keyboard, for every tab, and passes axe (ACC-01, ACC-05, NOT-04, NOT-05, NOT-06, PROP-30)', async () => {
  email = 'grace@example.org'
  await context.request.post(createUser.path, { data: { name: 'Grace', email, password: PASSWORD } })
  await openTab()
  expect(await main(page).getByRole('tab').allInnerTexts()).toEqual([
    'Account',
    'Password',
    'Notifications',
    'Apps',
  ])
  expect([await isOn(PUSH), await isOn(MAIL)]).toEqual(['false', 'false'])
  const other = await context.newPage()
  await openTab(other)
  await page.bringToFront()

  await main(page).getByText(MAIL).click()
  await control(PUSH).click()
  await until(() => isOn(PUSH, other)).toBe('true')
  await until(() => isOn(MAIL, other)).toBe('true')
  await until(async () => (await ownData()).permissions).toEqual({
    fromArtists: true,
    aboutArtistsAndMusic: true,
  })
  await other.close()
  // This browser denied permission; the setting is saved for others.
  await main(page)
    .getByText('Notifications are blocked in this browser. Allow them in its settings.')
    .waitFor()
  expect(await violations(page)).toEqual([])
  for (const width of [1280, 360, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await until(() => sideways(page), `${width} px`).toBe(0)
    const { height } = (await control(MAIL).locator('xpath=..').boundingBox()) ?? { height: 0 }
    expect(height, `${width} px`).toBeGreaterThanOrEqual(44)
  }
  await untilLargeTextFits(page, 'Notifications', [360])

  await page.setViewportSize({ width: 1280, height: 800 })
  await main(page).getByRole('tab', { name: 'Account' }).click()
  await page.keyboard.press('ArrowLeft')
  await until(async () => (await describeFocus(page)).name).toBe('Apps')
  await page.keyboard.press('ArrowLeft')
  await until(async () => (await describeFocus(page)).name).toBe('Notifications')
  await tabTo(page, /^When an artist you follow/)
  await page.keyboard.press('Space')
  await until(() => isOn(PUSH)).toBe('false')
  await tabTo(page, /^New albums by artists/)
  await page.keyboard.press('Enter')
  await until(() => isOn(MAIL)).toBe('false')
  await until(async () => (await ownData()).permissions).toEqual({
    fromArtists: false,
    aboutArtistsAndMusic: false,
  })
  expect(errors).toEqual([])
})
