import { Worker } from 'node:worker_threads'
import type { Browser } from 'playwright-core'
import { compareJoins } from '../../journeys/sound/compare.ts'
import { flacOf } from '../../journeys/sound/encode-lossless.ts'
import { RATE } from '../../journeys/sound/signal.ts'
import { startSoundServer } from '../../journeys/sound/sound-server.ts'
import { type SoundVisit, visitSound } from '../../journeys/sound/sound-visit.ts'
import { recordFigure } from '../report/record-figure.ts'
import { FOUR_MBIT, LOCAL, type Network, throttle } from './network.ts'
import { albums, type BenchAlbum, type Codec, sweep } from './signal.ts'

const JOINS = 50
const MILLISECOND = 0.001
/** Tolerance of sample rounding at 16 bits. */
const BIT_IDENTICAL = 1 / 32_768
const CODECS: readonly Codec[] = ['FLAC', 'MP3', 'Vorbis', 'AAC', 'Opus']
const LONG_SECONDS = 60
const SEEKS = 10

/** Measures silence inserted or audio lost at the joins between tracks. */
export async function benchJoins(browser: Browser): Promise<void> {
  for (const codec of CODECS) await benchAlbum(browser, codec, LOCAL)
  await benchAlbum(browser, 'FLAC', FOUR_MBIT)
  await benchAlbum(browser, 'MP3', FOUR_MBIT)
  await withBusyCores(() => benchAlbum(browser, 'FLAC', LOCAL, 'both cores busy'))
  await benchSeeks(browser)
}

async function benchAlbum(
  browser: Browser,
  codec: Codec,
  network: Network,
  how = network.name,
): Promise<void> {
  const album = await albums[codec](JOINS)
  const server = await startSoundServer(album.files)
  const listen = async () => {
    const visit = await visitSound(browser, server, album.rate)
    await throttle(visit.page, network)
    await visit.playAll()
    await untilEnding(visit, server.tracks.at(-1)?.id ?? '')
    return visit
  }
  try {
    judge(`${codec}, ${how}`, codec, await take(listen), album)
  } finally {
    await server.stop()
  }
}

/** Takes a recording and reports when the machine was too busy to deliver audio. */
async function take(listen: () => Promise<SoundVisit>): Promise<Float32Array> {
  const visit = await listen()
  const recording = await visit.recording()
  const { length } = await visit.starved()
  if (length > 0) console.log(`  (the machine had no time for the sound ${length} times)`)
  await visit.close()
  return recording
}

async function untilEnding({ page }: SoundVisit, trackId: string): Promise<void> {
  await page.waitForFunction(
    id => {
      const { track } = window.sound.player.getState()
      return track?.id === id && window.sound.player.progress.getState().position > 1
    },
    trackId,
    { timeout: 600_000, polling: 100 },
  )
}

function judge(name: string, codec: Codec, recording: Float32Array, album: BenchAlbum): void {
  const found = compareJoins(album.original, recording, album.joins)
  const most = found.reduce((worst, { gap }) => Math.max(worst, Math.abs(gap)), 0)
  const limit = codec === 'Vorbis' ? Math.floor(album.rate * MILLISECOND) : 1
  const off = found.filter(({ gap }) => Math.abs(gap) > limit).length
  const detail = `${found.length} joins, ${off} beyond`
  recordFigure({ name: `${name}: gap`, value: most, unit: 'samples', limit, detail })
  if (codec !== 'FLAC') return
  const error = found.reduce((worst, join) => Math.max(worst, join.error), 0)
  const difference = { value: error / BIT_IDENTICAL, unit: 'of a 16-bit step', limit: 1, digits: 2 }
  recordFigure({ name: `${name}: difference of a sample`, ...difference })
}

/** Keeps both processors of the machine busy meanwhile. */
async function withBusyCores(act: () => Promise<void>): Promise<void> {
  const loops = [0, 1].map(() => new Worker('for (;;);', { eval: true }))
  try {
    await act()
  } finally {
    await Promise.all(loops.map(loop => loop.terminate()))
  }
}

/** Measures joins right after a seek to a position that was not buffered. */
async function benchSeeks(browser: Browser): Promise<void> {
  const length = LONG_SECONDS * RATE + 1_234
  const original = sweep(2 * length)
  const tracks = [original.subarray(0, length), original.subarray(length)]
  const files = await Promise.all(
    tracks.map(async (track, i) => [`${i + 1}.flac`, await flacOf(track), { number: i + 1 }] as const),
  )
  const server = await startSoundServer(files)
  let most = 0
  try {
    for (let i = 0; i < SEEKS; i++) {
      const recording = await take(async () => {
        const visit = await visitSound(browser, server)
        await visit.playAll()
        await visit.untilPlaying(server.tracks[0]?.id)
        await visit.page.evaluate(to => {
          window.sound.player.pause()
          window.sound.forget()
          window.sound.player.seekTo(to)
          window.sound.player.resume()
        }, LONG_SECONDS - 2)
        await untilEnding(visit, server.tracks[1]?.id ?? '')
        return visit
      })
      const from = (LONG_SECONDS - 2) * RATE
      const [join] = compareJoins(original.subarray(from), recording, [length - from])
      most = Math.max(most, Math.abs(join?.gap ?? Number.POSITIVE_INFINITY))
    }
    recordFigure({
      ...{ name: 'FLAC after a seek: gap', value: most, unit: 'samples', limit: 1 },
      detail: `${SEEKS} joins`,
    })
  } finally {
    await server.stop()
  }
}
