import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import type { Browser } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { compareJoins, longestSilence } from '../sound/compare.ts'
import { flacOf } from '../sound/encode-lossless.ts'
import {
  cutsAt,
  doubleSweep,
  longFrequencyAt,
  longSignal,
  RATE,
  testSignal,
  testTracks,
  tone,
  tonesIn,
} from '../sound/signal.ts'
import { type SoundServer, startSoundServer } from '../sound/sound-server.ts'
import { frequencyOf, levelOf } from '../sound/tone.ts'
import { type FirefoxVisit, startFirefox, visitInFirefox } from '../support/browsers/firefox.ts'
import { type SoundCard, startSoundCard } from '../support/browsers/sound-card.ts'
import { type DrivenPlayer, drivePlayer, untilJoined } from '../support/engines/engine-player.ts'
import { until } from '../support/until.ts'

const LOUD = 0.3
const TONES = [440, 660] as const
/** A tenth of a second: whole periods of both tones. */
const WINDOW = RATE / 10
const LONG_SECONDS = 120
/** Long enough that a busy machine cannot miss the part between two fades. */
const TONE_SECONDS = 30
/** For lossy audio. */
const SWEEPS = doubleSweep(10)
const ATTEMPTS_MS = 300_000

let card: SoundCard
let browser: Browser
let server: SoundServer
let visit: FirefoxVisit
let player: DrivenPlayer
let tracks: Readonly<Record<'long' | 'tones' | 'flac' | 'mp3' | 'sweeps', readonly PlayerTrack[]>>

beforeAll(async () => {
  const signal = testTracks()
  const sweeps = cutsAt(RATE).map((cut, i, cuts) => SWEEPS.subarray(cuts[i - 1] ?? 0, cut))
  const tones = TONES.map(frequency => tone(frequency, TONE_SECONDS, LOUD))
  server = await startSoundServer([
    ['long.flac', await flacOf(longSignal(LONG_SECONDS))],
    ...(await Promise.all(tones.map(async (each, i) => [`tone ${i}.flac`, await flacOf(each)] as const))),
    ...(await Promise.all(signal.map(async (each, i) => [`${i + 1}.flac`, await flacOf(each)] as const))),
    ...(await Promise.all(
      signal.map(async (each, i) => [`${i + 1}.mp3`, await encodeMp3(each, each)] as const),
    )),
    ...(await Promise.all(
      sweeps.map(async (each, i) => [`sweeps ${i + 1}.flac`, await flacOf(each)] as const),
    )),
  ])
  const all = server.tracks
  tracks = {
    long: all.slice(0, 1),
    tones: all.slice(1, 3),
    flac: all.slice(3, 6),
    mp3: all.slice(6, 9),
    sweeps: all.slice(9),
  }
  card = await startSoundCard(RATE)
  browser = await startFirefox(card, {
    'media.autoplay.default': 0,
    // Milliseconds buffered in the sound server, so that a busy machine causes fewer gaps.
    'media.cubeb_latency_playback_ms': 500,
  })
})
afterAll(async () => {
  await browser?.close()
  await card?.stop()
  await server?.stop()
})

beforeEach(async () => {
  card.record()
  visit = await visitInFirefox(browser, server.address)
  player = drivePlayer(visit, card)
  await player.open()
})
afterEach(async () => {
  try {
    expect(visit.errors).toEqual([])
  } finally {
    // Close even after errors, because its audio must not reach the next test.
    await visit.close()
  }
})

it('starts, and keeps playing after seeks inside and outside the buffer', async () => {
  await player.play(tracks.long)
  await player.untilPlaysFrom(0)
  // No two successive positions sound alike.
  for (const seconds of [10, 14, 75, 3, 40]) {
    await player.seek(seconds)
    await player.untilPlaysFrom(seconds)
  }
})

it('is silent while paused and resumes at the same position', async () => {
  await player.play(tracks.long)
  await player.untilPlaysFrom(1)
  await player.pause()
  await player.untilSilent()
  const at = (await player.state()).position
  card.record()
  await player.resume()
  await until(
    () => Math.abs(firstFrequency(card.recorded()) - longFrequencyAt(at)),
    `Hz beside what sounds at ${at} s`,
  ).toBeLessThan(25)
})

it.each([
  ['flac', 'original', 'original', testSignal()],
  ['mp3', 'original', 'original', testSignal()],
  ['sweeps', 'original', 'saver', SWEEPS],
] as const)(
  'joins %s tracks to within one sample: %s, then %s',
  { timeout: ATTEMPTS_MS },
  async (kind, quality, then, original) => {
    const playAll = async () => {
      await player.set({ quality })
      await player.play(tracks[kind])
      await player.untilPlayed(tracks[kind][0], 0.5)
      // For the last track: the second one is appended by then.
      await player.set({ quality: then })
      await player.untilPlayed(tracks[kind].at(-1), 1)
    }
    const compare = (recording: Float32Array) =>
      compareJoins(original, recording, cutsAt(RATE).slice(0, -1), 2 * RATE)
    await untilJoined(player, card, playAll, compare, 1)
  },
)

/** Plays the first tone alone, then from shortly before it fades into the second. */
async function playUntilFade(crossfadeSeconds: number): Promise<void> {
  await player.set({ crossfadeSeconds })
  await player.play(tracks.tones)
  await player.untilTone(TONES[0])
  await player.seek(TONE_SECONDS - crossfadeSeconds - 2)
}

it('fades a track into the next, which keeps playing alone', async () => {
  await playUntilFade(4)
  await player.untilPlayed(tracks.tones[1], 4)
  // A hard cut would fall into a single window. Later fades do not matter.
  await until(() => tonesIn(card.recorded(), TONES, LOUD, 2).slice(0, 3)).toEqual([
    '440',
    '440 and 660',
    '660',
  ])
})

it('is silent when paused during a fade and resumes with the new track', async () => {
  await playUntilFade(10)
  await player.untilPlayed(tracks.tones[1], 0.3)
  await player.pause()
  await player.untilSilent()
  card.record()
  await player.resume()
  await player.untilTone(TONES[1])
  expect(tonesIn(card.recorded(), TONES, LOUD)).toEqual(['660'])
})

/** Frequency at the start of a recording in Hz, from its first piece without a gap; NaN if there is none. */
function firstFrequency(recording: Float32Array): number {
  for (let at = 0; at + WINDOW <= recording.length; at += WINDOW) {
    const piece = recording.subarray(at, at + WINDOW)
    if (levelOf(piece) > 0.1 && longestSilence(piece) <= 32) return frequencyOf(piece, RATE)
  }
  return Number.NaN
}
