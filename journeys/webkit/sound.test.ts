import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { compareJoins, longestSilence } from '../sound/compare.ts'
import { flacOf } from '../sound/encode-lossless.ts'
import { cutsAt, longSignal, RATE, testSignal, testTracks, tone, tonesIn } from '../sound/signal.ts'
import { type SoundServer, startSoundServer } from '../sound/sound-server.ts'
import { type SoundCard, startSoundCard } from '../support/browsers/sound-card.ts'
import { startWebKit, type WebKit, type WebKitVisit } from '../support/browsers/webkit.ts'
import { type DrivenPlayer, drivePlayer, untilJoined } from '../support/engines/engine-player.ts'
import { until } from '../support/until.ts'

const LOUD = 0.25
const TONES = [440, 660, 880] as const
const TONE_SECONDS = 6
const LONG_SECONDS = 90
const NEAR_DB = 0.5

let card: SoundCard
let webkit: WebKit
let server: SoundServer
let visit: WebKitVisit
let player: DrivenPlayer
let tracks: Readonly<Record<'joined' | 'mixed' | 'tones' | 'long' | 'measured', readonly PlayerTrack[]>>

beforeAll(async () => {
  const tones = TONES.map(frequency => tone(frequency, TONE_SECONDS, LOUD))
  const [first, second, third] = await Promise.all(tones.map(each => flacOf(each)))
  if (!first || !second || !third || !tones[1]) throw new Error('There are three tones.')
  server = await startSoundServer([
    ...(await Promise.all(
      testTracks().map(async (each, i) => [`${i + 1}.flac`, await flacOf(each)] as const),
    )),
    ['first.flac', first],
    ['second.mp3', await encodeMp3(tones[1], tones[1])],
    ['third.flac', third],
    ['second.flac', second],
    ['long.flac', await flacOf(longSignal(LONG_SECONDS))],
    ['loud.flac', first, { track_gain: -10, track_peak: LOUD }],
    ['quiet.flac', first, { track_gain: 2, track_peak: LOUD }],
  ])
  const [a, b, c, one, mp3, three, two, long, loud, quiet] = server.tracks as PlayerTrack[] & { length: 10 }
  tracks = {
    joined: [a, b, c],
    mixed: [one, mp3, three],
    tones: [one, two],
    long: [long],
    measured: [loud, quiet],
  } as typeof tracks
  card = await startSoundCard(RATE, { rewinds: true })
  webkit = await startWebKit(card)
  visit = await webkit.visit(server.address, ['--autoplay-policy=allow'])
  player = drivePlayer(visit, card)
})
afterAll(async () => {
  await visit?.close()
  await webkit?.close()
  await card?.stop()
  await server?.stop()
})

beforeEach(async () => {
  await player.open()
  await until(card.level).toBeLessThan(0.001)
  card.record()
})

it('joins tracks of an album without losing a sample', { timeout: 300_000 }, async () => {
  const playAll = async () => {
    await player.play(tracks.joined)
    await player.untilPlayed(tracks.joined.at(-1), 1)
  }
  const compare = (recording: Float32Array) =>
    compareJoins(testSignal(), recording, cutsAt(RATE).slice(0, -1), 2 * RATE)
  await untilJoined(player, card, playAll, compare, 0)
})

it('goes on at once with a file of another type, which was loaded while the track before it played', async () => {
  await player.play(tracks.mixed)
  await player.untilTone(TONES[1])
  await player.seek(TONE_SECONDS - 1)
  await player.untilPlayed(tracks.mixed[2], 0.5)
  await player.untilTone(TONES[2])
  const recording = card.recorded()
  // A piece may hold the end of one tone and the start of the next.
  const alone = tonesIn(recording, TONES, LOUD).filter(tones => !tones.includes('and'))
  expect(alone).toEqual(TONES.map(String))
  expect(longestSilence(recording) / RATE).toBeLessThan(TONE_SECONDS / 2)
})

it('keeps playing after seeks inside and outside the buffer, and after a pause', async () => {
  await player.play(tracks.long)
  await player.untilPlaysFrom(0)
  for (const seconds of [10, 70, 3]) {
    await player.seek(seconds)
    await player.untilPlaysFrom(seconds)
  }
  await player.pause()
  const { position } = await player.state()
  await player.untilSilent()
  await player.resume()
  await player.untilPlaysFrom(position)
})

it('plays and seeks with ManagedMediaSource alone, as on iPhones', async () => {
  await visit.evaluate(() => void Object.assign(window, { MediaSource: undefined }))
  await player.play(tracks.long)
  await player.untilPlaysFrom(0)
  await player.seek(70)
  await player.untilPlaysFrom(70)
  const sources = await visit.evaluate(() => window.sound.elements.map(({ src }) => new URL(src).protocol))
  expect(sources).toEqual(['blob:'])
})

it('makes loud tracks quieter and quiet ones louder', async () => {
  const changed = () => 20 * Math.log10(card.level() / (LOUD / Math.SQRT2))
  const untilChanged = (decibels: number) =>
    until(() => Math.abs(changed() - decibels), `dB beside ${decibels} dB`).toBeLessThan(NEAR_DB)
  await player.set({ loudness: 'track' })
  await player.play(tracks.measured.slice(0, 1))
  await untilChanged(-6)
  await player.play(tracks.measured.slice(1))
  await untilChanged(6)
})

it('fades a track into the next', async () => {
  await player.set({ crossfadeSeconds: 2 })
  await player.play(tracks.tones)
  await player.untilPlayed(tracks.tones[1], 2)
  // A hard cut would fall into a single window.
  await until(() => tonesIn(card.recorded(), TONES, LOUD, 2).slice(0, 3)).toEqual([
    '440',
    '440 and 660',
    '660',
  ])
})
