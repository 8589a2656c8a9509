import { afterAll, beforeAll, it } from 'vitest'
import { type SoundCard, startSoundCard } from '../support/browsers/sound-card.ts'
import { startWebKit, type WebKit, type WebKitVisit } from '../support/browsers/webkit.ts'
import { readCachedFiles } from '../support/checks/cached-files.ts'
import { press, textOf } from '../support/engines/controls.ts'
import {
  MAIN,
  makePlaylist,
  playAlbumAndQueue,
  signIn,
  signUp,
  startToneService,
  type ToneService,
} from '../support/engines/essentials.ts'
import { until } from '../support/until.ts'

const EMAIL = 'ada@example.org'

let service: ToneService
let card: SoundCard
let webkit: WebKit
let visit: WebKitVisit

beforeAll(async () => {
  service = await startToneService()
  card = await startSoundCard(44_100, { rewinds: true })
  webkit = await startWebKit(card)
  visit = await webkit.visit(service.address)
})
afterAll(async () => {
  await visit?.close()
  await webkit?.close()
  await card?.stop()
  await service?.stop()
  service?.remove()
})

it('plays an album from Home on a press, seeks, skips, plays from the queue and pauses', () =>
  playAlbumAndQueue(visit, card, service))

it('signs up, likes a track, makes a playlist, and signs in again', async () => {
  await signUp(visit, EMAIL)
  await visit.open(service.albumPath)
  await press(visit, 'button', 'Add to Liked Songs', { within: MAIN, row: 'First Tone' })
  await makePlaylist(visit, card)

  await visit.driver.manage().deleteAllCookies()
  await signIn(visit, EMAIL)
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
