import { readFileSync } from 'node:fs'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { compareJoins, longestSilence } from './compare.ts'
import { aiffOf, flacOf } from './encode-lossless.ts'
import { encodeVorbis } from './encode-vorbis.ts'
import { measure } from './measure.ts'
import { cutsAt, highTracks, RATE, testSignal, testTracks } from './signal.ts'
import { type SoundFile, startSoundServer } from './sound-server.ts'
import { visitSound } from './sound-visit.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
})
afterAll(() => browser.close())

/**
 * Chromium divides positive samples by 32767 and negative ones by 32768; this allows no error of a 16-bit
 * step.
 */
const SIXTEEN_BIT_STEP = 1 / 32_768
/** Each fixture decoded alone differs from the signal by up to 0.045 at its ends. */
const AS_ENCODED = 0.06
/** The filter sees only one side of a join. */
const AS_FILTERED = 0.01
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

/** Plays the tracks in order and returns the recording up to a moment within the last one. */
async function hear(files: readonly SoundFile[], rate = RATE): Promise<Float32Array> {
  const server = await startSoundServer(files)
  try {
    return await measure(async () => {
      const visit = await visitSound(browser, server, rate)
      await visit.playAll()
      await visit.untilPlaying(server.tracks.at(-1)?.id)
      await visit.page.waitForFunction(() => window.sound.player.progress.getState().position > 1)
      return visit
    }, joinsAt(rate))
  } finally {
    await server.stop()
  }
}

/** Three files of one kind, each a third of the signal. */
const filesOf = (ending: string, make: (track: Float32Array, number: number) => Promise<Uint8Array>) =>
  Promise.all(
    testTracks().map(
      async (track, i): Promise<SoundFile> => [`${i + 1}.${ending}`, await make(track, i + 1)],
    ),
  )

const joinsAt = (rate: number) => cutsAt(rate).slice(0, -1)

it('plays FLAC tracks without a gap, bit for bit', async () => {
  const recording = await hear(await filesOf('flac', track => flacOf(track)))
  for (const { gap, error } of compareJoins(testSignal(), recording, joinsAt(RATE))) {
    expect(gap).toBe(0)
    expect(error).toBeLessThan(SIXTEEN_BIT_STEP)
  }
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
})

it('repeats one track, then all of them, without a gap, bit for bit (READ-54, PROP-72)', async () => {
  const [first = new Float32Array(), second = new Float32Array()] = testTracks().map(track =>
    track.subarray(0, 66_001),
  )
  const order = [first, first, second, first]
  const original = new Float32Array(order.flatMap(track => [...track]))
  const joins = order.slice(1).map((_, i) => (i + 1) * first.length)
  const server = await startSoundServer([
    ['1.flac', await flacOf(first)],
    ['2.flac', await flacOf(second)],
  ])
  try {
    const recording = await measure(async () => {
      const visit = await visitSound(browser, server)
      await visit.page.evaluate(() => window.sound.player.setSettings({ repeat: 'one' }))
      await visit.playAll()
      await visit.page.waitForFunction(() => window.sound.player.getState().load === 2)
      await visit.page.evaluate(() => window.sound.player.setSettings({ repeat: 'all' }))
      await visit.page.waitForFunction(
        () =>
          window.sound.player.getState().load === 4 && window.sound.player.progress.getState().position > 0.5,
      )
      return visit
    }, joins)
    for (const { gap, error } of compareJoins(original, recording, joins)) {
      expect(gap).toBe(0)
      expect(error).toBeLessThan(SIXTEEN_BIT_STEP)
    }
    expect(longestSilence(recording)).toBeLessThanOrEqual(32)
  } finally {
    await server.stop()
  }
})

it.each([
  ['MP3', 'mp3', (track: Float32Array) => encodeMp3(track, track)],
  ['AAC', 'm4a', async (_: Float32Array, number: number) => fixture(`${number}.m4a`)],
])('plays %s tracks without a gap', async (_name, ending, make) => {
  const recording = await hear(await filesOf(ending, make))
  for (const { gap } of compareJoins(testSignal(), recording, joinsAt(RATE))) {
    expect(Math.abs(gap)).toBeLessThanOrEqual(1)
  }
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
})

it('plays Vorbis tracks without a gap', async () => {
  const recording = await hear(await filesOf('ogg', track => encodeVorbis(track)))
  for (const { gap, error } of compareJoins(testSignal(), recording, joinsAt(RATE))) {
    expect(Math.abs(gap)).toBeLessThanOrEqual(1)
    expect(error).toBeLessThan(AS_ENCODED)
  }
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
})

it('plays Opus tracks without a gap and without a click from the previous track', async () => {
  const rate = 48_000
  const recording = await hear(await filesOf('opus', async (_, number) => fixture(`${number}.opus`)), rate)
  for (const { gap, error } of compareJoins(testSignal(rate), recording, joinsAt(rate))) {
    expect(Math.abs(gap)).toBeLessThanOrEqual(1)
    expect(error).toBeLessThan(AS_ENCODED)
  }
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
})

it('plays ALAC, AIFF and FLAC at 96 kHz without a gap', async () => {
  const rate = 48_000
  const [, second, third] = highTracks()
  const recording = await hear(
    [
      ['1.m4a', fixture('96-khz.alac.m4a')],
      ['2.aiff', aiffOf(second as Float32Array, 96_000)],
      ['3.flac', await flacOf(third as Float32Array, 96_000)],
    ],
    rate,
  )
  for (const { gap, error } of compareJoins(testSignal(rate), recording, joinsAt(rate))) {
    expect(gap).toBe(0)
    expect(error).toBeLessThan(AS_FILTERED)
  }
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
})
