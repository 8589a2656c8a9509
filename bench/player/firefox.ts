import type { Page } from 'puppeteer-core'
import { compareJoins } from '../../journeys/sound/compare.ts'
import { flacOf } from '../../journeys/sound/encode-lossless.ts'
import { cutsAt, longSignal, RATE, testSignal, testTracks } from '../../journeys/sound/signal.ts'
import { type SoundServer, startSoundServer } from '../../journeys/sound/sound-server.ts'
import { startFirefox, visitInFirefox } from '../../journeys/support/browsers/firefox.ts'
import { type SoundCard, startSoundCard } from '../../journeys/support/browsers/sound-card.ts'
import { recordFigure } from '../report/record-figure.ts'
import { recordTimes } from './starts.ts'

type Tracks = SoundServer['tracks']

const STARTS = 10
const SECONDS = 180
const INSIDE = [10, 14, 18, 12, 20, 8, 22, 16, 24, 11]
const OUTSIDE = [120, 20, 160, 60, 110, 5, 150, 40, 90, 2]
const LIMIT_MS = 300
const SETTLE_MS = 700
/**
 * Milliseconds buffered in the sound server while joins are recorded, so that a busy machine causes fewer
 * gaps.
 */
const READY_MS = 500
/** Longer than Firefox's first write to the sound server: a clock beyond it keeps running. */
const MOVING_SECONDS = 0.2

/** Measures the player in Firefox, recorded at the monitor of a null sink. */
export async function benchFirefox(): Promise<void> {
  const long = await flacOf(longSignal(SECONDS))
  const parts = await Promise.all(testTracks().map(track => flacOf(track)))
  const server = await startSoundServer([
    ...Array.from({ length: STARTS }, (_, i) => [`long ${i}.flac`, long] as const),
    ...parts.map((bytes, i) => [`${i + 1}.flac`, bytes] as const),
  ])
  const card = await startSoundCard(RATE)
  try {
    await inFirefox(card, server, {}, async page => {
      const starts: number[] = []
      for (const track of server.tracks.slice(0, STARTS)) starts.push(await timeStart(page, track))
      recordTimes('FLAC, start to moving clock, not prepared, local', starts, LIMIT_MS)
      recordTimes('FLAC, seek inside the buffer, local', await timeSeeks(page, INSIDE), LIMIT_MS)
      recordTimes('FLAC, seek outside the buffer, local', await timeSeeks(page, OUTSIDE), LIMIT_MS)
    })
    await inFirefox(card, server, { 'media.cubeb_latency_playback_ms': READY_MS }, page =>
      benchJoins(page, card, server.tracks.slice(STARTS)),
    )
  } finally {
    await card.stop()
    await server.stop()
  }
}

async function inFirefox(
  card: SoundCard,
  server: SoundServer,
  preferences: Readonly<Record<string, number>>,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await startFirefox(card, { 'media.autoplay.default': 0, ...preferences })
  try {
    console.log(await browser.version())
    const { page, open } = await visitInFirefox(browser, server.address)
    await open('/?rate=0')
    await act(page)
  } finally {
    await browser.close()
  }
}

/** Plays a track alone; returns milliseconds until the media clock advances. */
async function timeStart(page: Page, track: Tracks[number]): Promise<number> {
  await page.evaluate(() => window.sound.player.pause())
  await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
  return page.evaluate(
    async (to, moving) => {
      const { player, elements } = window.sound
      const pressed = performance.now()
      player.playAlbum({ id: to.id, title: '', type: 'album', tracks: [to] })
      const playing = () => elements.find(({ paused }) => !paused)
      const from = playing()?.currentTime ?? 0
      while ((playing()?.currentTime ?? 0) < from + moving)
        await new Promise(resolve => setTimeout(resolve, 2))
      return performance.now() - pressed - moving * 1000
    },
    track,
    MOVING_SECONDS,
  )
}

/** Milliseconds from each seek until the media clock advances. */
async function timeSeeks(page: Page, places: readonly number[]): Promise<number[]> {
  const times: number[] = []
  for (const place of places) {
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
    const time = await page.evaluate(
      async (to, moving) => {
        const { player, elements } = window.sound
        const element = elements.find(({ paused }) => !paused)
        if (!element) throw new Error('Nothing plays.')
        const pressed = performance.now()
        player.seekTo(to)
        const from = element.currentTime
        while (element.currentTime < from + moving) await new Promise(resolve => setTimeout(resolve, 2))
        return performance.now() - pressed - moving * 1000
      },
      place,
      MOVING_SECONDS,
    )
    times.push(time)
  }
  return times
}

async function benchJoins(page: Page, card: SoundCard, tracks: Tracks): Promise<void> {
  card.record()
  await page.evaluate(
    list => window.sound.player.playAlbum({ id: 'album', title: 'Still', type: 'album', tracks: list }),
    [...tracks],
  )
  await page.waitForFunction(
    id => {
      const { player } = window.sound
      return player.getState().track?.id === id && player.progress.getState().position > 1
    },
    {},
    tracks.at(-1)?.id,
  )
  const joins = compareJoins(testSignal(), card.recorded(), cutsAt(RATE).slice(0, -1), 2 * RATE)
  recordFigure({
    name: 'FLAC: gap',
    value: Math.max(...joins.map(({ gap }) => Math.abs(gap))),
    unit: 'samples',
    limit: 1,
    detail: joins.map(({ gap }) => gap).join(' and '),
  })
}
