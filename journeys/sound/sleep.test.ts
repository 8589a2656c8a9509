import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { flacOf } from './encode-lossless.ts'
import { judgeByTheClock } from './measure.ts'
import { amplitudeOf, RATE, tone } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { visitSound } from './sound-visit.ts'

const TONE = 440
const LOUD = 0.3
/** A tenth of a second. */
const WINDOW = RATE / 10
const SLEEP_MS = 8_000

let browser: Browser
let server: SoundServer
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
  server = await startSoundServer([['tone.flac', await flacOf(tone(TONE, 30, LOUD))]])
})
afterAll(async () => {
  await server.stop()
  await browser.close()
})

it('fades out before the sleep timer pauses and resumes at full volume', () =>
  judgeByTheClock(async () => {
    const visit = await visitSound(browser, server)
    await visit.playAll()
    await visit.untilPlaying(server.tracks[0]?.id)
    await visit.page.evaluate(
      ms => window.sound.player.setSleep({ kind: 'at', until: Date.now() + ms }),
      SLEEP_MS,
    )
    await visit.until('paused')
    await visit.untilSilent()
    await visit.page.evaluate(() => window.sound.player.resume())
    await visit.page.waitForFunction(loud => window.sound.level() > loud, (0.98 * LOUD) / Math.SQRT2)
    return visit
  }, isDyingAway))

function isDyingAway(recording: Float32Array): void {
  const begin = recording.findIndex(sample => Math.abs(sample) > 0.01) + WINDOW
  const levels: number[] = []
  for (let at = begin; at + WINDOW <= recording.length; at += WINDOW)
    levels.push(amplitudeOf(TONE, recording.subarray(at, at + WINDOW)))
  const silent = levels.findIndex(level => level < 0.005)
  expect(levels[0]).toBeCloseTo(LOUD, 2)
  expect(silent).toBeGreaterThan(SLEEP_MS / 100 - 15)
  const dying = levels.slice(0, silent)
  expect(dying.filter(level => level < 0.95 * LOUD).length).toBeGreaterThan(40)
  expect(dying.at(-1)).toBeLessThan(0.05 * LOUD)
  dying.forEach((level, i) => {
    expect(level).toBeLessThan((dying[i - 1] ?? LOUD) + 0.01)
  })
}
