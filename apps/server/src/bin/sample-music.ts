import { setTimeout as wait } from 'node:timers/promises'
import type { OpenDatabase } from '../database/open.ts'
import type { Sample } from '../importing/sample/start-sample.ts'
import type { StartedImport } from '../importing/status/import-status-routes.ts'
import { log } from '../log/log.ts'
import type { MediaStorage } from '../media/storage/media-storage.ts'

/** Pause after the first failure; doubles with each further one. */
const RETRY_MS = 5_000
const MAX_RETRY_MS = 300_000

interface Options {
  readonly open: OpenDatabase
  readonly dataDir: string
  readonly storage: MediaStorage
  /** Whether somebody plays: then nothing is rendered ahead. */
  readonly isPlaying: () => Promise<boolean>
}

let sample: Promise<Sample> | undefined
let running: StartedImport | undefined
const stopping = new AbortController()

/**
 * Imports the sample catalogue. Resolves when its first albums are in the catalogue. On failure, logs the error, resolves,
 * and retries in the background.
 */
export async function start(options: Options): Promise<void> {
  if (!(await tryToStart(options))) void retry(options)
}

async function retry(options: Options): Promise<void> {
  for (let pauseMs = RETRY_MS; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, MAX_RETRY_MS)) {
    await wait(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    if (stopping.signal.aborted || (await tryToStart(options))) return
  }
}

/** @returns false if it failed */
async function tryToStart(options: Options): Promise<boolean> {
  running = { sample: true, total: 0 }
  sample = import('../importing/sample/start-sample.ts').then(({ startSample }) =>
    startSample({ ...options, signal: stopping.signal }),
  )
  try {
    const { trackCount, imported } = await sample
    running = { sample: true, total: trackCount }
    void imported.then(() => {
      running = undefined
    })
    return true
  } catch (error) {
    sample = undefined
    running = undefined
    if (!stopping.signal.aborted) log.error('The sample catalogue could not be imported.', { err: error })
    return false
  }
}

/** Resolves when the import of the sample catalogue has ended. */
export async function imported(): Promise<void> {
  await (await sample)?.imported
}

/** The running import of the sample catalogue. */
export const startedImport = () => running

/** Renders a track of the sample catalogue that is requested before its file exists. */
export async function prepareFile(path: string): Promise<void> {
  await (await sample)?.prepareFile(path)
}

/** False for a track of the sample catalogue that has not been rendered yet. */
export async function isReady(path: string): Promise<boolean> {
  return (await (await sample)?.isReady(path)) ?? true
}

/** Stops permanently, also during the start. */
export function stop(): void {
  stopping.abort()
}
