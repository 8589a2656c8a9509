import type { StreamQuality } from '@refrain/player/state/playback-settings'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { compareJoins, longestSilence } from './compare.ts'
import { aiffOf } from './encode-lossless.ts'
import { measure } from './measure.ts'
import { cutsAt, doubleSweep, longFrequencyAt, longSignal, RATE } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { type SoundVisit, visitSound } from './sound-visit.ts'

/** Opus differs from the signal by up to this much, mostly at the ends of a track, which know one side of the join only. */
const AS_ENCODED = 0.06
/** Long enough that the track which follows is prepared again after another quality was chosen. */
const LONG_CUT = 17 * RATE + 123
const LONG_SECONDS = 22

let browser: Browser
let server: SoundServer
let short: readonly PlayerTrack[]
let long: readonly PlayerTrack[]
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
  const whole = doubleSweep(LONG_SECONDS)
  const [first = 0, second = 0, third = 0] = cutsAt(RATE)
  const cuts = [0, first, second, third] as const
  const tracks = [
    ...[1, 2, 3].map(i => whole.subarray(cuts[i - 1], cuts[i])),
    ...[whole.subarray(0, LONG_CUT), whole.subarray(LONG_CUT)],
    longSignal(90),
  ]
  // FLAC of sweeps is as small as some encodings.
  server = await startSoundServer(tracks.map((track, i) => [`${i + 1}.aiff`, aiffOf(track, RATE)]))
  short = server.tracks.slice(0, 3)
  long = server.tracks.slice(3, 5)
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

interface Listening {
  readonly tracks: readonly PlayerTrack[]
  readonly joins: readonly number[]
  readonly quality: StreamQuality
  readonly rate: number
  /** What happens during the first track. */
  readonly act?: (visit: SoundVisit, streams: ReadonlySet<string>) => Promise<unknown>
}

/** Plays tracks of one recording. @returns what was heard, and the streams that were asked for: number, codec and quality */
async function hear({ tracks, joins, quality, rate, act = async () => {} }: Listening) {
  const streams = new Set<string>()
  const recording = await measure(async () => {
    streams.clear()
    const visit = await visitSound(browser, server, rate)
    visit.page.on('response', async answer => {
      if (!answer.url().includes('/api/streams/')) return
      const { trackId, faces } = await answer.json()
      const number = tracks.findIndex(({ id }) => id === trackId) + 1
      const codec = /"(.*)"/.exec(faces[0].mime)?.[1]
      const stream = `${number} ${codec} ${new URL(answer.url()).searchParams.get('quality')}`
      // An index that is incomplete is asked for again.
      streams.add(stream)
    })
    await choose(visit, quality)
    await visit.playAll(tracks)
    await visit.untilPlaying(tracks[0]?.id)
    await act(visit, streams)
    await visit.page.waitForFunction(
      id => {
        const { player } = window.sound
        return player.getState().track?.id === id && player.progress.getState().position > 1
      },
      tracks.at(-1)?.id,
      { timeout: 60_000 },
    )
    return visit
  }, joins)
  return { recording, streams: [...streams] }
}

const choose = ({ page }: SoundVisit, quality: StreamQuality) =>
  page.evaluate(wanted => window.sound.player.setSettings({ quality: wanted }), quality)

it.each(['saver', 'high'] as const)('joins tracks of one recording without a gap: %s', async quality => {
  const rate = 48_000
  const joins = cutsAt(rate).slice(0, -1)
  const { recording, streams } = await hear({ tracks: short, joins, quality, rate })
  expect(streams.slice(0, 3)).toEqual([`1 opus ${quality}`, `2 opus ${quality}`, `3 opus ${quality}`])
  for (const { gap, error } of compareJoins(doubleSweep(LONG_SECONDS, rate), recording, joins)) {
    expect(Math.abs(gap)).toBeLessThanOrEqual(1)
    expect(error).toBeLessThan(AS_ENCODED)
  }
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
})

it.each([
  ['original', 'saver', ['1 flac null', '2 flac null', '2 opus saver']],
  ['saver', 'original', ['1 opus saver', '2 opus saver', '2 flac null']],
] as const)(
  'goes on without a gap if %s is changed to %s, which applies from the next track on',
  async (before, after, expected) => {
    const { recording, streams } = await hear({
      ...{ tracks: long, joins: [LONG_CUT], quality: before, rate: RATE },
      async act(visit, asked) {
        await vi.waitUntil(() => asked.has(expected[1]), { timeout: 30_000 })
        await choose(visit, after)
        expect(await visit.page.evaluate(() => window.sound.player.getState())).toMatchObject({
          status: 'playing',
          track: { id: long[0]?.id },
          nextTrack: { id: long[1]?.id },
        })
      },
    })
    expect(streams.slice(0, 3)).toEqual(expected)
    const [join] = compareJoins(doubleSweep(LONG_SECONDS), recording, [LONG_CUT])
    expect(Math.abs(join?.gap ?? Number.NaN)).toBeLessThanOrEqual(1)
    expect(longestSilence(recording)).toBeLessThanOrEqual(32)
  },
)

it('seeks beyond what is buffered at Data saver', async () => {
  const visit = await visitSound(browser, server)
  await choose(visit, 'saver')
  await visit.untilToneFrom(longFrequencyAt(1), () => visit.playAll(server.tracks.slice(5)))
  for (const seconds of [75, 10, 50]) {
    await visit.untilToneFrom(longFrequencyAt(seconds + 1), () =>
      visit.page.evaluate(to => window.sound.player.seekTo(to), seconds),
    )
  }
  await visit.close()
})
