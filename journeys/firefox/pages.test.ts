import type { Browser, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FirefoxVisit, startFirefox, visitInFirefox } from '../support/browsers/firefox.ts'
import { type SoundCard, startSoundCard } from '../support/browsers/sound-card.ts'
import { fill, press, textOf } from '../support/engines/controls.ts'
import {
  MAIN,
  makePlaylist,
  playAlbumAndQueue,
  signUp,
  startToneService,
  type ToneService,
} from '../support/engines/essentials.ts'
import { until } from '../support/until.ts'

let service: ToneService
let card: SoundCard
let browser: Browser
let visit: FirefoxVisit
let page: Page

beforeAll(async () => {
  service = await startToneService()
  card = await startSoundCard()
  browser = await startFirefox(card)
})
beforeEach(async () => {
  visit = await visitInFirefox(browser, service.address)
  page = visit.page
})
afterEach(async () => {
  try {
    expect(visit.errors).toEqual([])
  } finally {
    // Close even after errors, because its audio must not reach the next test.
    await visit.close()
  }
})
afterAll(async () => {
  await browser?.close()
  await card?.stop()
  await service?.stop()
  service?.remove()
})

/** Leaving the page would abort cookie requests that are still pending. */
async function untilCookiesAreSent(): Promise<void> {
  await page.waitForSelector('header button[aria-label=Account]')
  await until(async () => (await page.browserContext().cookies()).length).toBe(2)
}

it('plays an album from Home on a press, seeks, skips, plays from the queue and pauses', () =>
  playAlbumAndQueue(visit, card, service))

it('finds a track by searching', async () => {
  await visit.open('/search')
  await fill(visit, 'searchbox', 'Search', 'third')
  await until(() => textOf(visit, MAIN)).toContain('Third Tone')
  // The results for the first letters disappear.
  await until(() => textOf(visit, MAIN)).not.toContain('First Tone')
})

it('signs up, makes a playlist, fills it and plays it', async () => {
  await signUp(visit, 'ada@example.org')
  await untilCookiesAreSent()
  await makePlaylist(visit, card)
})

it('asks for permission to show notifications on the first click, not before', async () => {
  await page.evaluateOnNewDocument(watchPermissions)
  const watched = () => page.evaluate(() => window.watched)
  await visit.open('/about')
  // The last step of the notification code at startup.
  await until(async () => (await watched()).isFollowed).toBe(true)
  expect((await watched()).asked).toEqual([])
  await page.mouse.click(640, 400)
  await until(async () => (await watched()).asked).toEqual([true])
})

declare global {
  interface Window {
    watched: {
      /** For each permission request, whether a user gesture caused it. */
      asked: boolean[]
      /** Whether the page watches for permission changes. */
      isFollowed: boolean
    }
  }
}

/** Runs in the page before its own scripts. */
function watchPermissions(): void {
  window.watched = { asked: [], isFollowed: false }
  const { requestPermission } = Notification
  Notification.requestPermission = () => {
    window.watched.asked.push(navigator.userActivation.isActive)
    return requestPermission.call(Notification)
  }
  const { query } = Permissions.prototype
  Permissions.prototype.query = function (descriptor) {
    window.watched.isFollowed ||= descriptor.name === 'notifications'
    return query.call(this, descriptor)
  }
}

it('turns notifications on and saves the setting', async () => {
  await visit.allowNotifications()
  await signUp(visit, 'bea@example.org')
  await untilCookiesAreSent()
  const isOn = () =>
    page.evaluate(() => document.querySelector('main [role=switch]')?.getAttribute('aria-checked'))
  const openSwitches = async () => {
    await visit.open('/user/me')
    await press(visit, 'tab', 'Notifications', { within: MAIN })
    await page.waitForSelector('main [role=switch]:not([aria-disabled])')
  }
  await openSwitches()
  expect(await isOn()).toBe('false')
  await press(visit, 'switch', 'Push notifications from artists', { within: MAIN })
  await until(isOn).toBe('true')
  await page.waitForNetworkIdle()
  await openSwitches()
  expect(await isOn()).toBe('true')
})
