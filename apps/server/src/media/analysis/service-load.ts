import { statSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const FILE = 'busy'
const SAMPLE_MS = 100
/** The share of one core from which the main thread of a service counts as busy. */
const BUSY_SHARE = 0.3
/** How long one report counts. */
const REPORT_MS = 300
/** Work between two checks of the report. */
const SLICE_MS = 40
/** Background work never waits longer than this for its next slice, so it always gets about 2 % of its time. */
const MAX_WAIT_MS = 2_000
const POLL_MS = 25

/** The file that a busy service touches; any process with the same data folder can watch it. */
export function loadFile(dataDir: string): string {
  return join(dataDir, FILE)
}

/**
 * Touches the load file while the main thread of this process is busy.
 * @param readCpuMicros processor time of the thread so far
 * @returns stops reporting
 */
export function reportLoad(dataDir: string, readCpuMicros = mainThreadMicros): () => void {
  const path = loadFile(dataDir)
  let cpu = readCpuMicros()
  let at = performance.now()
  const timer = setInterval(() => {
    const newCpu = readCpuMicros()
    const now = performance.now()
    const share = (newCpu - cpu) / 1000 / (now - at)
    cpu = newCpu
    at = now
    // On a full or read-only disk the load is not reported; the analysis still runs at low priority.
    if (share >= BUSY_SHARE) touch(path).catch(() => {})
  }, SAMPLE_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Lets background work wait while a service reports that it is busy. */
export class LoadYielder {
  readonly #readMtime: () => number
  #seenMtime: number
  #reportedAt = Number.NEGATIVE_INFINITY
  #sliceEnd = Number.NEGATIVE_INFINITY

  /** @param readMtime modification time of the load file */
  constructor(path: string, readMtime = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) {
    this.#readMtime = readMtime
    this.#seenMtime = readMtime()
  }

  /** Call it every few milliseconds of work. Resolves when the work may go on. */
  async yield(): Promise<void> {
    const start = performance.now()
    if (start < this.#sliceEnd) return
    while (this.#isBusy() && performance.now() - start < MAX_WAIT_MS) await wait(POLL_MS)
    this.#sliceEnd = performance.now() + SLICE_MS
  }

  /** Compares modification times, since the clocks of two machines that share a folder may differ. */
  #isBusy(): boolean {
    const mtime = this.#readMtime()
    const now = performance.now()
    if (mtime !== this.#seenMtime) this.#reportedAt = now
    this.#seenMtime = mtime
    return now - this.#reportedAt < REPORT_MS
  }
}

function mainThreadMicros(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

async function touch(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now).catch(() => writeFile(path, ''))
}
