import { readFileSync } from 'node:fs'
import { encodeMp3 } from '@refrain/demo/encode/mp3'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { compareJoins, longestSilence } from './compare.ts'
import { flacOf } from './encode-flac.ts'
import { LENGTHS, RATE, testSignal, testTracks } from './signal.ts'
import { startSoundServer } from './sound-server.ts'
import { visitSound } from './sound-visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** A busy machine may starve the recorder itself; a fault of the player is there every time. */
const AGAIN = { retry: 2 }
/** Chromium divides by 32767 above zero and by 32768 below: not a step of 16 bits is off. */
const SIXTEEN_BIT_STEP = 1 / 32_768
/** The fixtures, each decoded by itself, differ from the signal by up to 0.045 at their ends. */
const AS_ENCODED = 0.06
const JOINS = [LENGTHS[0], LENGTHS[0] + LENGTHS[1]]
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

/** Plays the three tracks and gives back what was heard until the third had sounded for a while. */
async function hear(
  ending: string,
  make: (track: Float32Array, number: number) => Promise<Uint8Array>,
  rate = RATE,
) {
  const files = await Promise.all(
    testTracks().map(
      async (track, i) => [`${i + 1}.${ending}`, await make(track, i + 1)] as [string, Uint8Array],
    ),
  )
  const server = await startSoundServer(files)
  try {
    const visit = await visitSound(browser, server, rate)
    await visit.playAll()
    await visit.untilPlaying(server.tracks[2]?.id ?? '')
    await visit.page.waitForFunction(() => window.sound.player.progress.getState().position > 1)
    const recording = await visit.recording()
    await visit.close()
    return recording
  } finally {
    await server.stop()
  }
}

it('FLAC tracks follow one another bit by bit, without a gap', AGAIN, async () => {
  const recording = await hear('flac', track => flacOf(track))
  for (const { gap, error } of compareJoins(testSignal(), recording, JOINS)) {
    expect(gap).toBe(0)
    expect(error).toBeLessThan(SIXTEEN_BIT_STEP)
  }
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
})

it.each([
  ['MP3', 'mp3', (track: Float32Array) => encodeMp3(track, track)],
  ['AAC', 'm4a', async (_: Float32Array, number: number) => fixture(`${number}.m4a`)],
])('%s tracks follow one another without a gap', AGAIN, async (_name, ending, make) => {
  const recording = await hear(ending, make)
  for (const { gap } of compareJoins(testSignal(), recording, JOINS)) {
    expect(Math.abs(gap)).toBeLessThanOrEqual(1)
  }
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
})

it(
  'Opus tracks follow one another without a gap, and without a crackle of the track before',
  AGAIN,
  async () => {
    const rate = 48_000
    const recording = await hear('opus', async (_, number) => fixture(`${number}.opus`), rate)
    const joins = JOINS.map(join => Math.floor((join * rate) / RATE))
    for (const { gap, error } of compareJoins(testSignal(rate), recording, joins)) {
      expect(Math.abs(gap)).toBeLessThanOrEqual(1)
      expect(error).toBeLessThan(AS_ENCODED)
    }
    expect(longestSilence(recording)).toBeLessThanOrEqual(32)
  },
)
