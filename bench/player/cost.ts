import type { Browser } from 'playwright-core'
import { flacOf } from '../../journeys/sound/encode-lossless.ts'
import { longSignal } from '../../journeys/sound/signal.ts'
import { type SoundFile, type SoundServer, startSoundServer } from '../../journeys/sound/sound-server.ts'
import { type SoundVisit, visitSound } from '../../journeys/sound/sound-visit.ts'
import { recordFigure } from '../report/record-figure.ts'
import { tasksOf } from '../web/tasks.ts'
import { openBarePage } from './bare-page.ts'

const TRACK_SECONDS = 240
const TRACKS = 15
/** Each step skips buffered audio, so that an hour of music passes in a few minutes. */
const STEP_SECONDS = 20
const LISTEN_MS = 20_000

/**
 * Measures the player's cost to a page: memory over an hour of albums and main thread time during playback.
 */
export async function benchCost(browser: Browser): Promise<void> {
  const bytes = await flacOf(longSignal(TRACK_SECONDS))
  const files = Array.from(
    { length: TRACKS },
    (_, i): SoundFile => [`${i + 1}.flac`, bytes, { number: i + 1 }],
  )
  const server = await startSoundServer(files)
  // Nothing is recorded, because the recording itself would grow.
  const visit = await visitSound(browser, server, 0)
  try {
    await visit.playAll()
    await visit.until('playing')
    await benchThread(visit)
    await visit.close()
    await benchMemory(server)
  } finally {
    await server.stop()
  }
}

async function benchThread(visit: SoundVisit): Promise<void> {
  const session = await visit.page.context().newCDPSession(visit.page)
  const tasks = await tasksOf(session, () => visit.page.waitForTimeout(LISTEN_MS))
  const busy = tasks.reduce((sum, milliseconds) => sum + milliseconds, 0)
  const share = (busy / LISTEN_MS) * 100
  const name = "the page's thread while it plays"
  recordFigure({ name, value: share, unit: '% of a core', limit: 2, digits: 2 })
}

/** An hour of the album; each step skips buffered audio. */
async function benchMemory(server: SoundServer): Promise<void> {
  const page = await openBarePage(server.address, 'window.sound !== undefined')
  try {
    const tracks = JSON.stringify(server.tracks)
    await page.evaluate(
      `window.sound.player.playAlbum({ id: 'a', title: '', type: 'album', tracks: ${tracks} })`,
    )
    await page.evaluate(untilPlaying)
    let before = 0
    for (let track = 0; track < TRACKS; track++) {
      for (let at = STEP_SECONDS; at < TRACK_SECONDS; at += STEP_SECONDS) {
        await page.evaluate(`window.sound.player.seekTo(${at})`)
        await page.evaluate(untilPlaying)
      }
      // The first track fills the buffer.
      if (track === 0) before = await page.memory()
      await page.evaluate('window.sound.player.next()')
      await page.evaluate(untilPlaying)
    }
    const more = (await page.memory()) - before
    const name = 'memory of the page, an hour later'
    recordFigure({ name, value: more, unit: 'MB more', limit: 20, digits: 1 })
  } finally {
    await page.close()
  }
}

/** Resolves once the player has played for a moment. */
const untilPlaying = `new Promise(done => {
  const look = () => window.sound.player.getState().status === 'playing' ? done() : setTimeout(look, 20)
  setTimeout(look, 60)
})`
