import { createUser, login } from '@refrain/contract/account/sign-in'
import {
  fetchMailPermission,
  fetchPushPermission,
  updateMailPermission,
  updatePushPermission,
} from '@refrain/contract/notifications/permissions'
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
import { answer, choose, deleteDialog, logoutDialog } from '../support/pages/account.ts'
import { main, sideways, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'analytical engine'
const PUSH = 'Push notifications from artists'
const MAIL = 'Emails about artists and music'
const NOTICE = { title: 'The Oscillators', body: 'New album: Pure Tones', url: '/albums', tag: 'album-1' }

let service: Service
let browser: Browser
let context: BrowserContext
let page: Page
let errors: string[]
let email: string
let members = 0

beforeAll(async () => {
  service = await startService({ settings: { PUSH_HOSTS: '127.0.0.1' } })
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

/** Signs Ada up in this browser. */
async function signUp(): Promise<void> {
  email = `ada${++members}@example.org`
  await context.request.post(createUser.path, { data: { name: 'Ada', email, password: PASSWORD } })
}

/** Ada's data from the service, whoever is signed in here. */
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

it('registers a permitted browser for a guest, then for the member who signs in, then for the guest again (NOT-02, READ-70)', async () => {
  const pushes = await takePushes(context, service.address)
  const registered = page.waitForResponse(response => response.url().endsWith('/fcm/default-token'))
  await page.goto('/')
  expect((await registered).status()).toBe(200)
  await signUp()
  expect(await devices()).toBe(0)
  await page.reload()
  await until(devices).toBe(1)
  expect(pushes.endpoint()).toBeDefined()

  const back = page.waitForResponse(response => response.url().endsWith('/fcm/default-token'))
  await choose(page, 'Logout')
  await answer(logoutDialog(page), 'Logout')
  expect((await back).status()).toBe(200)
  await until(devices).toBe(0)
  expect(errors).toEqual([])
})

it('registers a browser as soon as its settings permit it, without a reload (NOT-02)', async () => {
  await takePushes(context, service.address)
  await context.clearPermissions()
  await page.goto('/')
  await until(() => page.evaluate(() => Notification.permission)).toBe('denied')
  await page.waitForLoadState('networkidle')
  const registered = page.waitForResponse(response => response.url().endsWith('/fcm/default-token'))
  await context.grantPermissions(['notifications'], { origin: service.address })
  expect((await registered).status()).toBe(200)
  expect(errors).toEqual([])
})

it('asks a listener who has not decided yet, and registers and shows nothing (NOT-01, READ-69)', async () => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  // A headless browser denies permission by itself.
  await until(() => page.evaluate(() => Notification.permission)).toBe('denied')
  await page.waitForLoadState('networkidle')
  expect(asked.filter(path => path.startsWith('/fcm/'))).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(errors).toEqual([])
})

it('shows a push and opens its link in the open page without a reload (NOT-03)', async () => {
  await takePushes(context, service.address)
  await openKnown('/about')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const mark = context.waitForEvent('request', request => request.url().endsWith('/icon-192.png'))
  await deliverPush(page, JSON.stringify(NOTICE))
  const { tag: _, ...shown } = NOTICE
  await until(() => notifications(page)).toEqual([shown])
  await mark
  expect(await pressNotification(context)).toEqual([])
  await until(() => title(page).innerText()).toBe('Albums')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await until(() => notifications(page)).toEqual([])
  expect(errors).toEqual([])
})

it('alerts again for a push that replaces another and shows one without a tag beside it (NOT-03)', async () => {
  await takePushes(context, service.address)
  await openKnown('/about')
  for (const tag of [NOTICE.tag, NOTICE.tag, '']) await deliverPush(page, JSON.stringify({ ...NOTICE, tag }))
  const alerts = () =>
    page.evaluate(async () => {
      const shown = (await (await navigator.serviceWorker.ready).getNotifications()) as unknown[]
      return (shown as { tag: string; renotify: boolean }[])
        .map(({ tag, renotify }) => `${tag} ${renotify}`)
        .toSorted()
    })
  await until(alerts).toEqual([' false', `${NOTICE.tag} true`])
})

it('opens a window on a press when none is open (NOT-03)', async () => {
  await takePushes(context, service.address)
  await openKnown('/')
  await deliverPush(page, JSON.stringify(NOTICE))
  await until(async () => (await notifications(page)).length).toBe(1)
  // Not an app screen, so it must not be navigated.
  await page.goto('/for-artists')
  expect(await pressNotification(context)).toEqual(['/albums'])
  expect(new URL(page.url()).pathname).toBe('/for-artists')
})

it('shows the product’s name and leads Home for a malformed push (NOT-03)', async () => {
  await takePushes(context, service.address)
  await openKnown('/about')
  const malformed = ['no JSON', '{"title":""}', '{"title":"Here","body":"there"}', '"text"', 'null']
  for (const data of malformed) await deliverPush(page, data)
  const shown = { title: 'Refrain', body: '', url: '/' }
  await until(() => notifications(page)).toEqual(malformed.map(() => shown))
})

it('follows links in a push only to its own screens (NOT-03)', async () => {
  await takePushes(context, service.address)
  await openKnown('/about')
  for (const url of [
    'https://example.org/',
    '//example.org/',
    '/.//example.org/',
    '/api/getCookie/token',
    '/robots.txt',
    'javascript:alert(1)',
  ])
    await deliverPush(page, JSON.stringify({ ...NOTICE, url, tag: url }))
  await until(async () => (await notifications(page)).map(({ url }) => url)).toEqual(Array(6).fill('/'))
})

it('shows no push without the listener’s permission (NOT-03)', async () => {
  await takePushes(context, service.address)
  await openKnown('/about')
  await context.clearPermissions()
  await deliverPush(page, JSON.stringify(NOTICE))
  await context.grantPermissions(['notifications'], { origin: service.address })
  await deliverPush(page, JSON.stringify({ ...NOTICE, title: 'Later', tag: 'album-2' }))
  await until(async () => (await notifications(page)).map(notice => notice.title)).toEqual(['Later'])
})

it.each([
  ['Logout', logoutDialog, 'Logout'],
  ['Delete Account', deleteDialog, 'Delete'],
] as const)(
  'removes a listener’s notifications when the session ends: %s (NOT-03, AUTH-17, AUTH-23)',
  async (item, question, yes) => {
    await takePushes(context, service.address)
    await signUp()
    await page.goto('/about')
    await until(devices).toBe(1)
    await deliverPush(page, JSON.stringify(NOTICE))
    await until(async () => (await notifications(page)).length).toBe(1)
    await choose(page, item)
    await answer(question(page), yes)
    await until(() => notifications(page)).toEqual([])
    expect(errors).toEqual([])
  },
)

it('renews an expired subscription while no page is open (NOT-02)', async () => {
  const pushes = await takePushes(context, service.address)
  await signUp()
  await page.goto('/')
  await until(devices).toBe(1)
  const cookie = async () => (await context.cookies()).some(({ name }) => name === 'userId')
  await until(cookie).toBe(true)
  await page.goto('/for-artists')
  await renewSubscription(context, pushes, service.address)
  expect(await devices()).toBe(2)
})

it('starts with both switches off and saves them when they are set by mouse, in every tab (ACC-01, ACC-05, NOT-04, NOT-05, NOT-06, PROP-30)', async () => {
  await signUp()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await openTab()
  expect(await main(page).getByRole('tab').allInnerTexts()).toEqual([
    'Account',
    'Password',
    'Notifications',
    'Apps',
  ])
  expect([await isOn(PUSH), await isOn(MAIL)]).toEqual(['false', 'false'])
  expect(asked).toContain(fetchPushPermission.path)
  expect(asked).toContain(fetchMailPermission.path)
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
  // This browser denied permission; the setting is saved for others.
  await main(page)
    .getByText('Notifications are blocked in this browser. Allow them in its settings.')
    .waitFor()
  await openTab()
  await until(() => isOn(PUSH)).toBe('true')
  await until(() => isOn(MAIL)).toBe('true')
  await control(PUSH).click()
  await until(() => isOn(PUSH, other)).toBe('false')
  expect(errors).toEqual([])
})

it('sets the switches by keyboard alone (ACC-05, PROP-30)', async () => {
  await signUp()
  await openTab()
  await main(page).getByRole('tab', { name: 'Account' }).click()
  await page.keyboard.press('ArrowLeft')
  await until(async () => (await describeFocus(page)).name).toBe('Apps')
  await page.keyboard.press('ArrowLeft')
  await until(async () => (await describeFocus(page)).name).toBe('Notifications')
  await tabTo(page, /^When an artist you follow/)
  await page.keyboard.press('Space')
  await until(() => isOn(PUSH)).toBe('true')
  await tabTo(page, /^New albums by artists/)
  await page.keyboard.press('Enter')
  await until(() => isOn(MAIL)).toBe('true')
  await until(async () => (await ownData()).permissions).toEqual({
    fromArtists: true,
    aboutArtistsAndMusic: true,
  })
})

it('reverts a switch silently when saving fails (PROP-30, READ-59)', async () => {
  await signUp()
  await openTab()
  for (const [name, { path }] of [
    [PUSH, updatePushPermission],
    [MAIL, updateMailPermission],
  ] as const) {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await page.route(`**${path}`, async route => {
      asked.resolve()
      await release.promise
      await route.fulfill({ status: 503, json: { error: 'busy' } })
    })
    await control(name).click()
    await asked.promise
    await until(() => isOn(name)).toBe('true')
    release.resolve()
    await until(() => isOn(name)).toBe('false')
  }
  expect(await page.getByRole('alert').count()).toBe(0)
})

it('reports token errors on the console only (NOT-07, NOT-08, ERR-12, ERR-13, PROP-55)', async () => {
  const pushes = await takePushes(context, service.address)
  const messages: string[] = []
  page.on('console', message => messages.push(message.text()))
  await page.route('**/fcm/default-token', route => route.fulfill({ status: 503, json: { error: 'busy' } }))
  await page.goto('/')
  await until(() => messages).toContain('Error sending token to backend')
  // Wait for the removal that follows, or the old subscription would be used again.
  await until(pushes.endpoint).toBeUndefined()
  await context.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('Registration failed'))
  })
  await page.reload()
  await until(() => messages).toContain(
    'No registration token available. Request permission to generate one.',
  )
  expect(await page.locator('body').innerText()).not.toMatch(/token|permission|failed/i)
  expect(await page.getByRole('alert').count()).toBe(0)
})

it.each([320, 360, 1280])('passes axe at %i px', async width => {
  await page.setViewportSize({ width, height: 800 })
  await signUp()
  await openTab()
  expect(await violations(page), 'off').toEqual([])
  await control(PUSH).click()
  await control(MAIL).click()
  await main(page)
    .getByText('Notifications are blocked in this browser. Allow them in its settings.')
    .waitFor()
  expect(await violations(page), 'on').toEqual([])
  expect(await sideways(page)).toBe(0)
  const { height } = (await control(MAIL).locator('xpath=..').boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThanOrEqual(44)
})
