import type { PlaybackSettings } from '@refrain/player/state/playback-settings'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { compareJoins } from './compare.ts'
import { flacOf } from './encode-lossless.ts'
import { judgeByTheClock, measure } from './measure.ts'
import { cutsAt, RATE, testSignal, testTracks, tone } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { type SoundVisit, visitSound } from './sound-visit.ts'

const SECONDS = 20
const LOUD = 0.25
const NEAR_DB = 0.3

let browser: Browser
let server: SoundServer
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
  const plain = await flacOf(tone(440, SECONDS, LOUD))
  const [first, second, third] = testTracks()
  server = await startSoundServer([
    ['loud.flac', plain, { track_gain: -10, track_peak: LOUD, album_gain: -7, album_peak: 0.5 }],
    ['quiet.flac', plain, { track_gain: 4, track_peak: LOUD, album_gain: -7, album_peak: 0.5 }],
    ['unmeasured.flac', plain],
    // Its peak is unknown and would be twice full scale.
    ['clipping.flac', await flacOf(tone(440, SECONDS, 0.5)), { track_gain: 30 }],
    // Web Audio must amplify this by 6 dB and change nothing else.
    ['1.flac', await flacOf(first as Float32Array), { number: 1, album_gain: 2, album_peak: 0.5 }],
    ['2.flac', await flacOf(second as Float32Array), { number: 2, album_gain: 2, album_peak: 0.5 }],
    ['3.flac', await flacOf(third as Float32Array), { number: 3, album_gain: 2, album_peak: 0.5 }],
  ])
})
afterAll(async () => {
  await server.stop()
  await browser.close()
})

const setSound = ({ page }: SoundVisit, sound: Partial<PlaybackSettings>) =>
  page.evaluate(fields => window.sound.player.setSettings(fields), sound)
const play = (visit: SoundVisit, number: number) => visit.playAll(server.tracks.slice(number, number + 1))

/** Waits until the tone plays this many decibels louder than in its file. */
const untilChanged = ({ page }: SoundVisit, decibels: number) =>
  page.waitForFunction(
    ([wanted, near]) => Math.abs(20 * Math.log10(window.sound.level() / wanted)) < near,
    [(LOUD / Math.SQRT2) * 10 ** (decibels / 20), NEAR_DB] as const,
    { polling: 20 },
  )

async function withVisit(act: (visit: SoundVisit) => Promise<void>): Promise<void> {
  const visit = await visitSound(browser, server)
  try {
    await act(visit)
  } finally {
    await visit.close()
  }
}

it('makes loud tracks quieter by track or by album, and can be switched at any time', () =>
  withVisit(async visit => {
    await setSound(visit, { loudness: 'track' })
    await play(visit, 0)
    await untilChanged(visit, -6)
    await setSound(visit, { loudness: 'album' })
    await untilChanged(visit, -3)
    await setSound(visit, { loudness: 'off' })
    await untilChanged(visit, 0)
    await setSound(visit, { loudness: 'track' })
    await untilChanged(visit, -6)
  }))

it('makes quiet tracks louder and plays unmeasured ones as they are', () =>
  withVisit(async visit => {
    await setSound(visit, { loudness: 'track' })
    await play(visit, 1)
    await untilChanged(visit, 8)
    await visit.page.evaluate(() => window.sound.player.setVolume(0.5))
    await untilChanged(visit, 8 - 6.02)
    await visit.page.evaluate(() => window.sound.player.setVolume(1))
    await play(visit, 2)
    await untilChanged(visit, 0)
    await play(visit, 0)
    await untilChanged(visit, -6)
  }))

it('starts the first amplified track of a visit at once: only the end of the previous one dips', async () => {
  const listen = async () => {
    const visit = await visitSound(browser, server)
    await setSound(visit, { loudness: 'track' })
    await visit.page.evaluate(
      ([tracks, second]) => {
        window.sound.player.playAlbum({ id: 'mix', title: 'Mix', type: 'playlist', tracks })
        window.sound.player.seekTo(second)
      },
      [server.tracks.slice(0, 2), SECONDS - 4] as const,
    )
    await untilChanged(visit, 8)
    return visit
  }
  await judgeByTheClock(listen, recording => {
    // Measured from half of its level; the end of the previous track, 14 dB quieter, must come before.
    const louder = recording.findIndex(sample => Math.abs(sample) > LOUD * 10 ** (2 / 20))
    const before = recording.slice(louder - 0.08 * RATE, louder - 0.05 * RATE)
    expect(Math.max(...before.map(Math.abs))).toBeGreaterThan(LOUD * 10 ** (-12 / 20))
  })
})

it('switches during playback without a click', async () => {
  const listen = async () => {
    const visit = await visitSound(browser, server)
    await setSound(visit, { loudness: 'off' })
    await play(visit, 1)
    await untilChanged(visit, 0)
    for (const loudness of ['track', 'album', 'off', 'track'] as const) {
      await setSound(visit, { loudness })
      await visit.page.waitForTimeout(300)
    }
    return visit
  }
  // Twice the steepest step of the tone at its loudest; an abrupt switch would be up to ten times that.
  const steepest = LOUD * 10 ** (8 / 20) * ((2 * Math.PI * 440) / RATE) * 2
  await judgeByTheClock(listen, recording => {
    const begin = recording.findIndex(sample => Math.abs(sample) > 0.001) + RATE / 10
    for (let i = begin; i < recording.length; i++) {
      expect(Math.abs((recording[i] ?? 0) - (recording[i - 1] ?? 0))).toBeLessThan(steepest)
    }
  })
})

it('never exceeds full scale, however much a track is amplified', async () => {
  const recording = await measure(async () => {
    const visit = await visitSound(browser, server)
    await setSound(visit, { loudness: 'track' })
    await play(visit, 3)
    // Twice as loud as in its file, minus the limiting.
    await visit.page.waitForFunction(() => window.sound.level() > 0.6)
    await visit.page.waitForTimeout(500)
    return visit
  })
  const highest = recording.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
  expect(highest).toBeGreaterThan(0.9)
  expect(highest).toBeLessThanOrEqual(1)
})

it('amplifies an album without changing its joins or its samples otherwise', async () => {
  const joins = cutsAt(RATE).slice(0, -1)
  const listen = async () => {
    const visit = await visitSound(browser, server)
    await setSound(visit, { loudness: 'album' })
    await visit.playAll(server.tracks.slice(4))
    await visit.untilPlaying(server.tracks[6]?.id)
    await visit.page.waitForFunction(() => window.sound.player.progress.getState().position > 1)
    return visit
  }
  const recording = await measure(listen, joins)
  const louder = testSignal().map(sample => sample * 10 ** (6 / 20))
  for (const { gap, error } of compareJoins(louder, recording, joins)) {
    expect(gap).toBe(0)
    expect(error).toBeLessThan(2 / 32_768)
  }
})
