import { access, constants } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { findFfmpeg } from '@refrain/audio/aac/decode-with-ffmpeg'
import { isDecodable } from '@refrain/audio/formats'
import type { AudioAnalysis } from '@refrain/audio/loudness/analyse-audio'
import type { Database } from '../database/tables.ts'
import { Analyser, AnalysisError, type AnalysisFault } from '../media/analysis/analyser.ts'
import { loadFile } from '../media/analysis/service-load.ts'
import type { AnalysisReport } from './analysis-report.ts'
import { keepAnalysis } from './keep-analysis.ts'
import { tryLease } from './lease.ts'
import { readWaitingOfAlbum, readWaitingSounds, type WaitingSound } from './waiting-sounds.ts'
import type { WantedSounds } from './wanted-sounds.ts'
import { writeSlice } from './write-slice.ts'

const LEASE = 'sound-analysis'
const MOST_PROBLEM = 300
const PAUSE_MS = 20
/** After so many files in a row that ended the process it is not believed that it is they. */
const MOST_DEATHS = 5

interface HeardNothing {
  readonly problem: string
  readonly fault: AnalysisFault
}

export interface AnalysisOptions {
  readonly db: Database
  /** False for a file whose sound is still to be rendered. */
  readonly isReady?: (path: string) => Promise<boolean>
  /** What is listened to before its turn. */
  readonly wanted?: WantedSounds
  readonly signal: AbortSignal
  /** Called after each track with the number of those that were heard. */
  readonly onHeard?: (heard: number) => void
  readonly analyst?: Analyser
  /** The analysis waits while a service with this data folder is busy. */
  readonly dataDir?: string
}

/**
 * Listens to every track that nobody has listened to yet, one after the other: its loudness and the picture
 * of its sound. What is kept stays kept, so a run that is broken off goes on where it stopped.
 * @returns undefined where another process is at it, or took over
 */
export async function analyseCollection(options: AnalysisOptions): Promise<AnalysisReport | undefined> {
  const { db, dataDir } = options
  const lease = await tryLease(db, LEASE, 'Another process listens to the collection now.')
  if (typeof lease === 'string') return undefined
  const analyst = options.analyst ?? new Analyser(dataDir ? { yieldTo: loadFile(dataDir) } : {})
  const signal = AbortSignal.any([lease.lost, options.signal])
  const stop = () => analyst.stop()
  signal.addEventListener('abort', stop)
  try {
    const report = await analyseAll({ ...options, signal }, analyst)
    return lease.lost.aborted ? undefined : report
  } finally {
    signal.removeEventListener('abort', stop)
    analyst.rest()
    await lease.release()
  }
}

async function analyseAll(options: AnalysisOptions, analyst: Analyser): Promise<AnalysisReport> {
  const { db, signal, isReady, onHeard, wanted } = options
  const ffmpeg = findFfmpeg()
  const report = { heard: 0, failed: 0, unready: 0, passedOver: 0 }
  /** Those that were heard before their turn. */
  const early = new Set<string>()
  let deaths = 0

  async function hear(sound: WaitingSound): Promise<void> {
    const { path, codec } = sound.file
    if (!isDecodable(codec, ffmpeg) || !(await isThere(path))) report.passedOver++
    else if (isReady && !(await isReady(path))) report.unready++
    else {
      const found = await listen(analyst, sound, signal)
      if (!found) return
      if (found === 'machine') {
        report.passedOver++
        return
      }
      await writeSlice(db, tx => keepAnalysis(tx, sound, found))
      if ('problem' in found) report.failed++
      report.heard++
      onHeard?.(report.heard)
      deaths = 'fault' in found && found.fault === 'file it died of' ? deaths + 1 : 0
      if (deaths >= MOST_DEATHS) throw new Error('The process that listens ends with every file.')
    }
  }

  async function hearWanted(): Promise<void> {
    for (let trackId = wanted?.take(); trackId !== undefined; trackId = wanted?.take()) {
      const [next, ...others] = await readWaitingOfAlbum(db, trackId)
      if (!next || early.has(next.trackId) || signal.aborted) continue
      early.add(next.trackId)
      await hear(next)
      // The rest of its album comes next, unless somebody plays something else meanwhile.
      const after = others.find(other => !early.has(other.trackId))
      if (after) wanted?.ask(after.trackId)
    }
  }

  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await readWaitingSounds(db, after)
    for (const sound of page.sounds) {
      await hearWanted()
      if (signal.aborted) return report
      if (!early.has(sound.trackId)) await hear(sound)
    }
    after = page.next
    // A large collection is looked through in passing.
    await wait(PAUSE_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return report
  }
  return report
}

/** A disk may be away for a while: that says nothing about the file. */
function isThere(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}

/** Undefined where it was broken off; 'machine' where it says nothing about the file. */
async function listen(
  analyst: Analyser,
  sound: WaitingSound,
  signal: AbortSignal,
): Promise<AudioAnalysis | HeardNothing | 'machine' | undefined> {
  try {
    return await analyst.analyse(sound.file)
  } catch (error) {
    if (signal.aborted) return undefined
    if (!(error instanceof AnalysisError)) throw error
    const { fault, message } = error
    return fault === 'machine' ? fault : { problem: message.slice(0, MOST_PROBLEM), fault }
  }
}
