import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import type { Browser } from 'playwright-core'
import { flacOf } from '../../journeys/sound/encode-lossless.ts'
import { longSignal } from '../../journeys/sound/signal.ts'
import { type SoundFile, type SoundServer, startSoundServer } from '../../journeys/sound/sound-server.ts'
import { type SoundVisit, visitSound } from '../../journeys/sound/sound-visit.ts'
import { recordFigure } from '../report/record-figure.ts'
import { FOUR_MBIT, HALF_MBIT, LOCAL, type Network, throttle } from './network.ts'

const TIMES = 20
const SECONDS = 180
const SETTLE_MS = 700
/** How the player may be prepared before a press. */
type Prepared = 'next' | 'pointed at' | 'not at all'

/** Measures the time from a press to the first audible sample. */
export async function benchStarts(browser: Browser): Promise<void> {
  const sound = longSignal(SECONDS)
  const mp3 = await encodeMp3(sound, sound)
  const flac = await flacOf(sound)
  await against('flac', flac, async server => {
    await benchPress(browser, server, 'FLAC', 'next', LOCAL, 50)
    await benchPress(browser, server, 'FLAC', 'pointed at', LOCAL, 50)
  })
  await against('flac', flac, server => benchPress(browser, server, 'FLAC', 'not at all', LOCAL, 100))
  await against('mp3', mp3, async server => {
    await benchPress(browser, server, 'MP3', 'next', FOUR_MBIT, 50)
    await benchPress(browser, server, 'MP3', 'not at all', FOUR_MBIT, 250)
    await benchSeek(browser, server, 'MP3', 300)
  })
  await against('mp3', mp3, server => benchPress(browser, server, 'MP3', 'not at all', LOCAL, 100))
  await against('mp3', mp3, server => benchPress(browser, server, 'MP3', 'not at all', HALF_MBIT, 600))
  await against('flac', flac, async server => {
    await benchPress(browser, server, 'FLAC', 'not at all', FOUR_MBIT, 250)
    await benchSeek(browser, server, 'FLAC', 300)
  })
}

/** Starts a service with many tracks of the same audio, none requested before. */
async function against(
  ending: string,
  bytes: Uint8Array,
  bench: (server: SoundServer) => Promise<void>,
): Promise<void> {
  const files = Array.from({ length: TIMES + 2 }, (_, i): SoundFile => [`${i + 1}.${ending}`, bytes])
  const server = await startSoundServer(files)
  try {
    await bench(server)
  } finally {
    await server.stop()
  }
}

async function benchPress(
  browser: Browser,
  server: SoundServer,
  codec: string,
  prepared: Prepared,
  network: Network,
  limit: number,
): Promise<void> {
  const visit = await visitSound(browser, server)
  await throttle(visit.page, network)
  const times: number[] = []
  if (prepared !== 'not at all') {
    await visit.playAll()
    await visit.untilPlaying(server.tracks[0]?.id)
  }
  for (let i = 1; i <= TIMES; i++) {
    const track = server.tracks[i]
    if (prepared === 'next') await visit.page.waitForTimeout(network.bits ? 3_000 : 1_500)
    if (prepared === 'pointed at') {
      await visit.page.evaluate(to => to && window.sound.player.prefetch(to), track)
      await visit.page.waitForTimeout(1_000)
    }
    // Let pending requests of the previous track finish.
    if (prepared === 'not at all') await visit.page.waitForTimeout(SETTLE_MS)
    times.push(await timePress(visit, prepared === 'next' ? undefined : track))
  }
  await visit.close()
  recordTimes(`${codec}, prepared: ${prepared}, ${network.name}`, times, limit)
}

/** Presses next, or plays a track alone; returns milliseconds until audio is heard. */
function timePress({ page }: SoundVisit, track: SoundServer['tracks'][number] | undefined): Promise<number> {
  return page.evaluate(async to => {
    const { sound } = window
    const { id } = sound.player.getState().track ?? {}
    // Earlier audio must not be mistaken for the new track.
    sound.player.pause()
    while (sound.level() > 0.0001) await new Promise(resolve => setTimeout(resolve, 10))
    sound.forget()
    const pressed = performance.now()
    if (to) sound.player.playAlbum({ id: to.id, title: '', type: 'album', tracks: [to] })
    else sound.player.next()
    while (sound.firstSoundAt() === undefined || sound.player.getState().track?.id === id) {
      await new Promise(resolve => setTimeout(resolve, 2))
    }
    return (sound.firstSoundAt() ?? 0) - pressed
  }, track)
}

/** Measures seeks to positions far from the buffered ranges. */
async function benchSeek(browser: Browser, server: SoundServer, codec: string, limit: number): Promise<void> {
  const visit = await visitSound(browser, server)
  await throttle(visit.page, FOUR_MBIT)
  await visit.playAll()
  await visit.untilPlaying(server.tracks[0]?.id)
  const times: number[] = []
  for (let i = 0; i < TIMES; i++) {
    await visit.page.waitForTimeout(500)
    const seconds = i % 2 === 0 ? 95 + i : 5 + i
    times.push(
      await visit.page.evaluate(async to => {
        const { sound } = window
        const [element] = sound.elements.filter(each => !each.paused)
        sound.player.pause()
        while (sound.level() > 0.0001) await new Promise(resolve => setTimeout(resolve, 10))
        sound.forget()
        const pressed = performance.now()
        sound.player.seekTo(to)
        sound.player.resume()
        while (sound.firstSoundAt() === undefined || element?.seeking) {
          await new Promise(resolve => setTimeout(resolve, 2))
        }
        return (sound.firstSoundAt() ?? 0) - pressed
      }, seconds),
    )
  }
  await visit.close()
  recordTimes(`${codec}, seek outside the buffer, ${FOUR_MBIT.name}`, times, limit)
}

export function recordTimes(name: string, times: readonly number[], limit: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  // Nearest-rank percentile.
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  const detail = `median ${at(0.5).toFixed(0)}, worst ${at(1).toFixed(0)}`
  recordFigure({ name: `${name}: p95`, value: at(0.95), unit: 'ms', limit, rounds: times, detail })
}
