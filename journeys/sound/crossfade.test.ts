import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { compareJoins } from './compare.ts'
import { flacOf } from './encode-lossless.ts'
import { judgeByTheClock, measure } from './measure.ts'
import { amplitudeOf, cutsAt, RATE, testSignal, testTracks, tone } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { type SoundVisit, visitSound } from './sound-visit.ts'

const LOUD = 0.3
const FADE_SECONDS = 2
const TONES = [440, 660, 880] as const
/** A tenth of a second: whole periods of every tone. */
const WINDOW = RATE / 10

let browser: Browser
let server: SoundServer
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
  const tones = await Promise.all(TONES.map(frequency => flacOf(tone(frequency, 6, LOUD))))
  const signal = await Promise.all(testTracks().map(track => flacOf(track)))
  server = await startSoundServer([
    ...tones.map((bytes, i) => [`tone ${i}.flac`, bytes] as const),
    ...signal.map((bytes, i) => [`signal ${i}.flac`, bytes, { number: i + 1 }] as const),
  ])
})
afterAll(async () => {
  await server.stop()
  await browser.close()
})

const idOf = (number: number) => server.tracks[number]?.id

async function playTones(): Promise<SoundVisit> {
  const visit = await visitSound(browser, server)
  await visit.page.evaluate(
    crossfadeSeconds => window.sound.player.setSettings({ crossfadeSeconds }),
    FADE_SECONDS,
  )
  await visit.playAll(server.tracks.slice(0, 3))
  return visit
}

/** Waits until one track has begun to fade into the next. */
async function untilFading(visit: SoundVisit): Promise<void> {
  await visit.untilPlaying(idOf(1))
  await visit.page.waitForFunction(() => window.sound.player.progress.getState().position > 0.3)
}

it('fades into the next track with constant power', () =>
  judgeByTheClock(async () => {
    const visit = await playTones()
    await visit.untilPlaying(idOf(1))
    // The next fade is about to start.
    await visit.page.waitForFunction(() => {
      const { player, stopRecording } = window.sound
      const isOver = player.progress.getState().position > 3
      if (isOver) stopRecording()
      return isOver
    })
    return visit
  }, isFading))

function isFading(recording: Float32Array): void {
  const begin = recording.findIndex(sample => Math.abs(sample) > 0.01) + WINDOW
  const windows: Float32Array[] = []
  for (let at = begin; at + WINDOW < recording.length; at += WINDOW) {
    windows.push(recording.subarray(at, at + WINDOW))
  }
  const loudness = windows.map(piece => ({
    before: amplitudeOf(TONES[0], piece),
    after: amplitudeOf(TONES[1], piece),
  }))
  const both = loudness.filter(({ before, after }) => before > LOUD / 10 && after > LOUD / 10)
  expect(both.length).toBeGreaterThan(FADE_SECONDS * 10 * 0.6)
  expect(both.length).toBeLessThan(FADE_SECONDS * 10 * 1.2)
  for (const { before, after } of loudness) {
    expect(20 * Math.log10(Math.hypot(before, after) / LOUD)).toBeGreaterThan(-1)
    expect(20 * Math.log10(Math.hypot(before, after) / LOUD)).toBeLessThan(1)
  }
  expect(loudness[0]?.after).toBeLessThan(LOUD / 100)
  expect(loudness.at(-1)?.before).toBeLessThan(LOUD / 100)
}

it('does not fade between tracks that join without a gap, whatever is set', async () => {
  const joins = cutsAt(RATE).slice(0, -1)
  const recording = await measure(async () => {
    const visit = await visitSound(browser, server)
    await visit.page.evaluate(() => window.sound.player.setSettings({ crossfadeSeconds: 1, loudness: 'off' }))
    await visit.playAll(server.tracks.slice(3))
    await visit.untilPlaying(server.tracks.at(-1)?.id)
    await visit.page.waitForFunction(() => window.sound.player.progress.getState().position > 1)
    return visit
  }, joins)
  for (const { gap, error } of compareJoins(testSignal(), recording, joins)) {
    expect(gap).toBe(0)
    expect(error).toBeLessThan(1 / 32_768)
  }
})

it('skips to the track after and plays only that on next during a fade', async () => {
  const visit = await playTones()
  await untilFading(visit)
  await visit.page.evaluate(() => window.sound.player.next())
  await visit.untilPlaying(idOf(2))
  await visit.untilTone(TONES[2])
  await visit.close()
})

it('is silent when paused during a fade and resumes only the new track (ENG-07)', async () => {
  const visit = await playTones()
  await untilFading(visit)
  await visit.page.evaluate(() => window.sound.player.pause())
  await visit.untilSilent()
  await visit.page.evaluate(() => window.sound.player.resume())
  await visit.untilPlaying(idOf(1))
  await visit.untilTone(TONES[1])
  await visit.close()
})

it('seeks in the new track during a fade and drops the other', async () => {
  const visit = await playTones()
  await untilFading(visit)
  await visit.page.evaluate(() => window.sound.player.seekTo(1))
  // At the same moment, so that it fades into the track after.
  await visit.page.waitForFunction(
    ([wanted, id]) => {
      const { player, isTone } = window.sound
      return isTone(wanted) && player.getState().track?.id === id
    },
    [TONES[1], idOf(1)] as const,
    { polling: 20 },
  )
  await visit.close()
})

it('replaces the next track until the fade begins', async () => {
  const visit = await playTones()
  await visit.untilPlaying(idOf(0))
  await visit.page.evaluate(track => window.sound.output.setNext(track), server.tracks[2] ?? null)
  await visit.untilTone(TONES[2])
  await visit.close()
})
