import { encodeMp3 } from '@refrain/demo/encode/mp3'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PlayerTrack } from '../../packages/player/src/state.ts'
import { compareJoins, silences } from '../sound/compare.ts'
import { flacOf } from '../sound/encode-lossless.ts'
import {
  amplitudeOf,
  cutsAt,
  longFrequencyAt,
  longSignal,
  RATE,
  testSignal,
  testTracks,
  tone,
} from '../sound/signal.ts'
import { type SoundServer, startSoundServer } from '../sound/sound-server.ts'
import { type FirefoxVisit, startFirefox, visitInFirefox } from '../support/firefox.ts'
import { type SoundCard, startSoundCard } from '../support/sound-card.ts'
import { until } from '../support/until.ts'

const LOUD = 0.3
const TONES = [440, 660] as const
/** A tenth of a second: whole periods of both tones. */
const WINDOW = RATE / 10
const MOST_ATTEMPTS = 5

let card: SoundCard
let browser: Browser
let server: SoundServer
let visit: FirefoxVisit
let page: Page
let tracks: Readonly<Record<'long' | 'tones' | 'flac' | 'mp3', readonly PlayerTrack[]>>

beforeAll(async () => {
  const signal = testTracks()
  const tones = TONES.map(frequency => tone(frequency, 6, LOUD))
  server = await startSoundServer([
    ['long.flac', await flacOf(longSignal(90))],
    ...(await Promise.all(tones.map(async (each, i) => [`tone ${i}.flac`, await flacOf(each)] as const))),
    ...(await Promise.all(signal.map(async (each, i) => [`${i + 1}.flac`, await flacOf(each)] as const))),
    ...(await Promise.all(
      signal.map(async (each, i) => [`${i + 1}.mp3`, await encodeMp3(each, each)] as const),
    )),
  ])
  const all = server.tracks
  tracks = { long: all.slice(0, 1), tones: all.slice(1, 3), flac: all.slice(3, 6), mp3: all.slice(6) }
  card = await startSoundCard(RATE)
  browser = await startFirefox(card, {
    'media.autoplay.default': 0,
    // Milliseconds that lie ready at the sound server, so that a busy machine tears fewer holes.
    'media.cubeb_latency_playback_ms': 500,
  })
})
afterAll(async () => {
  await browser?.close()
  await card?.stop()
  await server?.stop()
})

beforeEach(async () => {
  visit = await openPlayer()
  page = visit.page
})
afterEach(async () => {
  expect(visit.complaints).toEqual([])
  await visit.close()
})

/** A page that holds nothing but the player. */
async function openPlayer(): Promise<FirefoxVisit> {
  const opened = await visitInFirefox(browser, server.address)
  await opened.open('/?rate=0')
  await opened.page.waitForFunction(() => window.sound !== undefined)
  return opened
}

const play = (list: readonly PlayerTrack[]) =>
  page.evaluate(
    each => window.sound.player.playAlbum({ id: 'album', title: 'Still', type: 'album', tracks: each }),
    [...list],
  )
const untilTone = (frequency: number) => until(() => card.isTone(frequency), `${frequency} Hz`).toBe(true)

/** Waits until a track has played for so many seconds. */
const untilPlayed = (track: PlayerTrack | undefined, seconds: number) =>
  page.waitForFunction(
    (id, least) => {
      const { player } = window.sound
      return player.getState().track?.id === id && player.progress.getState().position > least
    },
    {},
    track?.id,
    seconds,
  )

it('starts, and plays on after seeks inside and outside of what is buffered', async () => {
  await play(tracks.long)
  await untilTone(longFrequencyAt(1))
  // None of these places sounds like the one before it.
  for (const seconds of [10, 14, 75, 3, 40]) {
    await page.evaluate(to => window.sound.player.seekTo(to), seconds)
    await untilTone(longFrequencyAt(seconds + 2))
    expect(await page.evaluate(() => window.sound.player.getState().status)).toBe('playing')
  }
})

it('is silent while paused, and goes on at the same place', async () => {
  await play(tracks.long)
  await untilTone(longFrequencyAt(2))
  const at = await page.evaluate(() => {
    const { player } = window.sound
    player.pause()
    return player.progress.getState().position
  })
  await until(card.level).toBeLessThan(0.001)
  await page.evaluate(() => window.sound.player.resume())
  await untilTone(longFrequencyAt(at + 0.5))
})

it.each(['flac', 'mp3'] as const)('joins %s tracks to within one sample', async kind => {
  for (let attempt = 1; ; attempt++) {
    card.record()
    await play(tracks[kind])
    await untilPlayed(tracks[kind].at(-1), 1)
    await page.evaluate(() => window.sound.player.pause())
    const recording = card.recorded()
    const joins = compareJoins(testSignal(), recording, cutsAt(RATE).slice(0, -1), 2 * RATE)
    if (joins.every(({ gap }) => Math.abs(gap) <= 1)) return
    // A machine without time for the sound server leaves silences anywhere; then the recording proves nothing.
    const holes = silences(recording).filter(({ length }) => length > 32)
    const excused = holes.length > joins.length && attempt < MOST_ATTEMPTS
    if (!excused) expect(joins, JSON.stringify(holes)).toEqual([])
  }
})

it('fades a track into the next, which plays on alone', async () => {
  await page.evaluate(() => window.sound.player.setSound({ crossfadeSeconds: 2 }))
  card.record()
  await play(tracks.tones)
  // It fades into the first again soon.
  await untilPlayed(tracks.tones[1], 3)
  const heard = tonesIn(card.recorded())
  expect([heard[0], heard.at(-1)]).toEqual(['440', '660'])
  expect(heard).toContain('440 and 660')
})

it('is silent when it is paused during a fade, and goes on with the track that came', async () => {
  await page.evaluate(() => window.sound.player.setSound({ crossfadeSeconds: 3 }))
  await play(tracks.tones)
  await untilPlayed(tracks.tones[1], 0.3)
  await page.evaluate(() => window.sound.player.pause())
  await until(card.level).toBeLessThan(0.001)
  card.record()
  await page.evaluate(() => window.sound.player.resume())
  await untilTone(TONES[1])
  expect(tonesIn(card.recorded())).toEqual(['660'])
})

/** Which tones are heard one after the other, or together. */
function tonesIn(recording: Float32Array): string[] {
  const heard: string[] = []
  for (let at = 0; at + WINDOW <= recording.length; at += WINDOW) {
    const piece = recording.subarray(at, at + WINDOW)
    const audible = TONES.filter(frequency => amplitudeOf(frequency, piece) > LOUD / 5).join(' and ')
    if (audible && audible !== heard.at(-1)) heard.push(audible)
  }
  return heard
}
