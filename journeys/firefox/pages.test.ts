import { rmSync } from 'node:fs'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FirefoxVisit, startFirefox, visitInFirefox } from '../support/browsers/firefox.ts'
import { fill, press, textOf } from '../support/browsers/firefox-controls.ts'
import { type SoundCard, startSoundCard } from '../support/browsers/sound-card.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { writeMusic } from '../support/data/music.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const PLAYER = '[aria-label=Player]'
const MAIN = 'main'
const TRACKS = [
  { title: 'First Tone', frequency: 440, seconds: 60 },
  { title: 'Second Tone', frequency: 660, seconds: 60 },
  { title: 'Third Tone', frequency: 880, seconds: 60 },
]

let music: string
let service: Service
let card: SoundCard
let browser: Browser
let albumPath: string
let visit: FirefoxVisit
let page: Page
let members = 0

beforeAll(async () => {
  music = await writeMusic([
    { artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c', tracks: TRACKS },
  ])
  service = await startService({ music: [music] })
  await service.waitForOutput(/3 added/)
  albumPath = `/albums/${(await catalogueOf(service.address).album('Pure Tones'))._id}`
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
  rmSync(music, { recursive: true, force: true })
})

const path = () => new URL(page.url()).pathname
const untilSounds = (frequency: number) => until(() => card.isTone(frequency), `${frequency} Hz`).toBe(true)
/** Elapsed seconds shown by the player; NaN while it shows none. */
async function elapsed(): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d\d) \//.exec(await textOf(page, PLAYER)) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

async function signUp(): Promise<void> {
  await visit.open('/signup')
  await fill(page, 'textbox', 'Name', 'Ada')
  await fill(page, 'textbox', 'Email', `ada${++members}@example.org`)
  await fill(page, 'textbox', 'Password', 'correct horse battery')
  await page.keyboard.press('Enter')
  await until(path).toBe('/')
  await page.waitForSelector('header button[aria-label=Account]')
  // Leaving the page would abort cookie requests that are still pending.
  await until(async () => (await page.browserContext().cookies()).length).toBe(2)
}

it('plays an album from Home, seeks, goes on to the next track and pauses', async () => {
  await visit.open('/')
  await press(page, 'link', 'Pure Tones', { within: MAIN })
  await until(path).toBe(albumPath)
  await press(page, 'button', 'Play', { within: MAIN })
  await untilSounds(440)
  await until(elapsed).toBeGreaterThan(0)

  await press(page, 'slider', 'Progress', { within: PLAYER, at: 0.5 })
  await until(elapsed).toBeGreaterThan(31)
  await untilSounds(440)

  await press(page, 'button', 'Next', { within: PLAYER })
  await untilSounds(660)
  expect(await textOf(page, PLAYER)).toContain('Second Tone')
  await press(page, 'button', 'Pause', { within: PLAYER })
  await until(card.level).toBeLessThan(0.001)
})

it('adds a track to the queue and plays it from there', async () => {
  await visit.open(albumPath)
  await press(page, 'button', 'Play', { within: MAIN })
  await untilSounds(440)
  await press(page, 'button', 'More options', { within: MAIN, row: 'Third Tone' })
  await press(page, 'menuitem', 'Add to queue')
  await press(page, 'button', 'Open queue')
  await until(() => textOf(page, '#queue')).toContain('Your Tracks')
  await press(page, 'button', 'Your Tracks', { within: '#queue' })
  await press(page, 'button', 'Play', { within: '#queue', row: 'Third Tone' })
  await untilSounds(880)
})

it('finds a track by searching', async () => {
  await visit.open('/search')
  await fill(page, 'searchbox', 'Search', 'third')
  await until(() => textOf(page, MAIN)).toContain('Third Tone')
  // The results for the first letters disappear.
  await until(() => textOf(page, MAIN)).not.toContain('First Tone')
})

it('signs up, makes a playlist, fills it and plays it', async () => {
  await signUp()
  await visit.open('/me/library')
  await press(page, 'button', 'Create Playlist', { within: MAIN })
  await press(page, 'link', 'My Playlist #1', { within: MAIN })
  await fill(page, 'searchbox', 'Find Something to add to your playlist', 'second')
  // The first letters also match the first tone, listed above the second.
  const found = () => textOf(page, 'main [role="grid"][aria-label="Found tracks"]')
  await until(async () => /^(?!.*(First|Third)).*Second Tone/s.test(await found())).toBe(true)
  await press(page, 'button', 'Add', { within: MAIN, row: 'Second Tone' })
  await page.waitForFunction(() => document.querySelector('main .track-title')?.textContent === 'Second Tone')
  await press(page, 'button', 'Play', { within: MAIN })
  await untilSounds(660)
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
  await signUp()
  const isOn = () =>
    page.evaluate(() => document.querySelector('main [role=switch]')?.getAttribute('aria-checked'))
  const openSwitches = async () => {
    await visit.open('/user/me')
    await press(page, 'tab', 'Notifications', { within: MAIN })
    await page.waitForSelector('main [role=switch]:not([aria-disabled])')
  }
  await openSwitches()
  expect(await isOn()).toBe('false')
  await press(page, 'switch', 'Push notifications from artists', { within: MAIN })
  await until(isOn).toBe('true')
  await page.waitForNetworkIdle()
  await openSwitches()
  expect(await isOn()).toBe('true')
})
