import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareJoins } from '../sound/compare.ts'
import { flacOf } from '../sound/encode-lossless.ts'
import { cutsAt, doubleSweep, RATE } from '../sound/signal.ts'
import { type SoundServer, startSoundServer } from '../sound/sound-server.ts'
import { startFirefox, visitInFirefox } from '../support/browsers/firefox.ts'
import { type SoundCard, startSoundCard } from '../support/browsers/sound-card.ts'
import { drivePlayer, untilJoined } from '../support/engines/engine-player.ts'

/** That of Opus, so that nothing resamples the recording. */
const CARD_RATE = 48_000
const SECONDS = 10

let card: SoundCard
let browser: Browser
let server: SoundServer
beforeAll(async () => {
  const sound = doubleSweep(SECONDS)
  const tracks = cutsAt(RATE).map((cut, i, cuts) => sound.subarray(cuts[i - 1] ?? 0, cut))
  server = await startSoundServer(
    await Promise.all(tracks.map(async (track, i) => [`${i + 1}.flac`, await flacOf(track)] as const)),
  )
  card = await startSoundCard(CARD_RATE)
  browser = await startFirefox(card, {
    'media.autoplay.default': 0,
    'media.cubeb_latency_playback_ms': 500,
  })
})
afterAll(async () => {
  await browser?.close()
  await card?.stop()
  await server?.stop()
})

it('joins tracks at Data saver to within one sample', { timeout: 300_000 }, async () => {
  const visit = await visitInFirefox(browser, server.address)
  const player = drivePlayer(visit, card)
  await player.open()
  await player.set({ quality: 'saver' })
  const playAll = async () => {
    await player.play(server.tracks)
    await player.untilPlayed(server.tracks.at(-1), 1)
  }
  const original = doubleSweep(SECONDS, CARD_RATE)
  const compare = (recording: Float32Array) =>
    compareJoins(original, recording, cutsAt(CARD_RATE).slice(0, -1), 2 * CARD_RATE)
  await untilJoined(player, card, playAll, compare, 1)
  expect(visit.errors).toEqual([])
  await visit.close()
})
