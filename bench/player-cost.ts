import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { flacOf } from '../journeys/sound/encode-lossless.ts'
import { longSignal } from '../journeys/sound/signal.ts'
import { type SoundFile, startSoundServer } from '../journeys/sound/sound-server.ts'
import { type SoundVisit, visitSound } from '../journeys/sound/sound-visit.ts'
import { report } from './web-report.ts'
import { tasksOf } from './web-tasks.ts'

const TRACK_SECONDS = 240
const TRACKS = 15
/** Each step skips what is fed already, so that an hour's worth of sound goes through in a few minutes. */
const STEP_SECONDS = 20
const LISTEN_MS = 20_000
const KILOBYTE = 1_024
const MEGABYTE = 1_048_576

/** What the player costs a page: memory over an hour of albums, and its thread while it plays. */
export async function benchCost(browser: Browser): Promise<void> {
  const bytes = await flacOf(longSignal(TRACK_SECONDS))
  const files = Array.from(
    { length: TRACKS },
    (_, i): SoundFile => [`${i + 1}.flac`, bytes, { number: i + 1 }],
  )
  const server = await startSoundServer(files)
  // Nothing is listened to: a recording would be what grows.
  const visit = await visitSound(browser, server, 0)
  try {
    await visit.playAll()
    await visit.until('playing')
    await benchThread(visit)
    await benchMemory(browser, visit)
  } finally {
    await visit.close()
    await server.stop()
  }
}

async function benchThread(visit: SoundVisit): Promise<void> {
  const session = await visit.page.context().newCDPSession(visit.page)
  const tasks = await tasksOf(session, () => visit.page.waitForTimeout(LISTEN_MS))
  const busy = tasks.reduce((sum, milliseconds) => sum + milliseconds, 0)
  report("the page's thread while it plays", (busy / LISTEN_MS) * 100, 2, '% of a core', 2)
}

async function benchMemory(browser: Browser, visit: SoundVisit): Promise<void> {
  const steps = TRACK_SECONDS / STEP_SECONDS
  let before: Memory | undefined
  for (let track = 0; track < TRACKS; track++) {
    for (let step = 1; step < steps; step++) {
      await visit.page.evaluate(seconds => window.sound.player.seekTo(seconds), step * STEP_SECONDS)
      await visit.until('playing')
      await visit.page.waitForTimeout(50)
    }
    // The first track fills the buffer.
    if (track === 0) before = await memoryOf(browser, visit)
    await visit.page.evaluate(() => window.sound.player.next())
    await visit.until('playing')
  }
  const after = await memoryOf(browser, visit)
  const grown = (kind: keyof Memory) => after[kind] - (before?.[kind] ?? 0)
  report('memory of the page, an hour later', grown('all'), 20, 'MB more', 1)
  report('  of which objects', grown('heap'), 20, 'MB more', 1)
}

interface Memory {
  /** Megabytes of the process that are its own. */
  readonly all: number
  /** Megabytes of objects of the page. */
  readonly heap: number
}

async function memoryOf(browser: Browser, { page }: SoundVisit): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const whole = await browser.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  const own = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateKilobytes(id))
  return {
    all: (own.reduce((sum, kilobytes) => sum + kilobytes, 0) * KILOBYTE) / MEGABYTE,
    heap: usedSize / MEGABYTE,
  }
}

function privateKilobytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/Private_Dirty:\s+(\d+)/.exec(rollup)?.[1] ?? 0)
}
