import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SoundCard, startSoundCard } from '../support/browsers/sound-card.ts'
import { startWebKit, type WebKit, type WebKitVisit } from '../support/browsers/webkit.ts'
import { fill, press, pressEnter, textOf } from '../support/browsers/webkit-controls.ts'
import { readCachedFiles } from '../support/checks/cached-files.ts'
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
let dataDir: string
let service: Service
let card: SoundCard
let webkit: WebKit
let visit: WebKitVisit
let albumPath: string

beforeAll(async () => {
  music = await writeMusic([
    { artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c', tracks: TRACKS },
  ])
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-journey-'))
  service = await startService({ music: [music], dataDir })
  await service.waitForOutput(/3 added/)
  albumPath = `/albums/${(await catalogueOf(service.address).album('Pure Tones'))._id}`
  card = await startSoundCard(44_100, { rewinds: true })
  webkit = await startWebKit(card)
  visit = await webkit.visit(service.address)
})
afterAll(async () => {
  await visit?.close()
  await webkit?.close()
  await card?.stop()
  await service?.stop()
  for (const folder of [music, dataDir]) rmSync(folder, { recursive: true, force: true })
})

const path = async () => new URL(await visit.driver.getCurrentUrl()).pathname
const untilSounds = (frequency: number) => until(() => card.isTone(frequency), `${frequency} Hz`).toBe(true)
/** Elapsed seconds shown by the player; NaN while it shows none. */
async function elapsed(): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d\d) \//.exec(await textOf(visit, PLAYER)) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

it('plays an album from Home on a press, seeks, skips, plays from the queue and pauses', async () => {
  await visit.open('/')
  await press(visit, 'link', 'Pure Tones', { within: MAIN })
  await until(path).toBe(albumPath)
  await press(visit, 'button', 'Play', { within: MAIN })
  await untilSounds(440)
  await until(elapsed).toBeGreaterThan(0)

  await press(visit, 'slider', 'Progress', { within: PLAYER, at: 0.5 })
  await until(elapsed).toBeGreaterThan(31)
  await untilSounds(440)

  await press(visit, 'button', 'Next', { within: PLAYER })
  await untilSounds(660)
  expect(await textOf(visit, PLAYER)).toContain('Second Tone')

  await press(visit, 'button', 'More options', { within: MAIN, row: 'Third Tone' })
  await press(visit, 'menuitem', 'Add to queue')
  await press(visit, 'button', 'Open queue')
  await press(visit, 'button', 'Your Tracks', { within: '#queue' })
  await press(visit, 'button', 'Play', { within: '#queue', row: 'Third Tone' })
  await untilSounds(880)
  await press(visit, 'button', 'Pause', { within: PLAYER })
  await until(card.level).toBeLessThan(0.001)
})

it('signs up, likes a track, makes a playlist, and signs in again', async () => {
  await visit.open('/signup')
  await fill(visit, 'textbox', 'Name', 'Ada')
  await fill(visit, 'textbox', 'Email', 'ada@example.org')
  await fill(visit, 'textbox', 'Password', 'correct horse battery')
  await pressEnter(visit)
  await until(path).toBe('/')

  await visit.open(albumPath)
  await press(visit, 'button', 'Add to Liked Songs', { within: MAIN, row: 'First Tone' })
  await visit.open('/me/library')
  await press(visit, 'button', 'Create Playlist', { within: MAIN })
  await press(visit, 'link', 'My Playlist #1', { within: MAIN })
  await fill(visit, 'searchbox', 'Find Something to add to your playlist', 'second')
  const found = () => textOf(visit, 'main [role="grid"][aria-label="Found tracks"]')
  await until(async () => /^(?!.*(First|Third)).*Second Tone/s.test(await found())).toBe(true)
  await press(visit, 'button', 'Add', { within: MAIN, row: 'Second Tone' })
  await until(() => textOf(visit, 'main .track-title')).toContain('Second Tone')

  await visit.driver.manage().deleteAllCookies()
  await visit.open('/login')
  await fill(visit, 'textbox', 'Email', 'ada@example.org')
  await fill(visit, 'textbox', 'Password', 'correct horse battery')
  await pressEnter(visit)
  await until(path).toBe('/')
  await visit.open('/me/library')
  await until(() => textOf(visit, MAIN)).toContain('My Playlist #1')
  await press(visit, 'link', 'Liked Songs', { within: MAIN })
  await until(() => textOf(visit, MAIN)).toContain('First Tone')
})

it('opens from the service worker while the service is away', async () => {
  await visit.open('/')
  await visit.driver.actions().move({ x: 200, y: 200 }).move({ x: 210, y: 210 }).perform()
  await until(() =>
    visit.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
  ).toBe('activated')
  await until(() => visit.evaluate(readCachedFiles)).toContain('/shell.html')
  await service.stop()
  await visit.open('/search')
  await until(() => visit.driver.getTitle()).toBe('Search')
})
