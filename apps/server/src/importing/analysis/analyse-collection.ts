import { access, constants } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { findFfmpeg } from '@refrain/audio/ffmpeg/find-ffmpeg'
import { isDecodable } from '@refrain/audio/formats'
import type { AudioAnalysis } from '@refrain/audio/loudness/analyse-audio'
import type { Database } from '../../database/tables.ts'
import { recordJob } from '../../jobs/run-job.ts'
import { Analyser, AnalysisError, type AnalysisFault } from '../../media/analysis/analyser.ts'
import { loadFile } from '../../media/analysis/service-load.ts'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'
import type { LocalCopies } from '../../media/storage/local-copies.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { tryLease } from '../lease.ts'
import { writeBatch } from '../write-batch.ts'
import type { AnalysisReport } from './analysis-report.ts'
import { saveAnalysis } from './analysis-writer.ts'
import { type PendingTrack, readPendingOfAlbum, readPendingTracks } from './pending-track-store.ts'
import type { PriorityTracks } from './priority-tracks.ts'

/** Held by the process that analyses. */
export const ANALYSIS_LEASE = 'sound-analysis'
const MAX_PROBLEM_LENGTH = 300
const PAUSE_MS = 20
/** Consecutive crashes after which the decoder, not the files, is to blame. */
const MAX_CRASHES = 5

interface FailedAnalysis {
  readonly problem: string
  readonly fault: AnalysisFault
}

export interface AnalysisOptions {
  readonly db: Database
  /** False for a placeholder of the sample catalogue. */
  readonly isReady?: (path: string) => Promise<boolean>
  /** Tracks to analyse first. */
  readonly priority?: PriorityTracks
  readonly signal: AbortSignal
  /** Called after each track with the number of analysed tracks. */
  readonly onProgress?: (analysed: number) => void
  /** Stopped by its owner; by default each run has its own. */
  readonly analyser?: Analyser
  /** Copies files of buckets for the decoder; without it, they are skipped. */
  readonly copies?: LocalCopies
  /** The analysis waits while a service with this data folder is busy. */
  readonly dataDir?: string
}

/**
 * Measures the loudness and waveform of every track that has not been analysed, one at a time. Each result is stored
 * immediately, so an interrupted run resumes where it stopped.
 * @returns undefined if another process runs the analysis or took it over
 */
export async function analyseCollection(options: AnalysisOptions): Promise<AnalysisReport | undefined> {
  const { db, dataDir } = options
  const lease = await tryLease(db, ANALYSIS_LEASE, 'Another process has taken over the loudness analysis.')
  if (typeof lease === 'string') return undefined
  const analyser = options.analyser ?? new Analyser(dataDir ? { yieldTo: loadFile(dataDir) } : {})
  const signal = AbortSignal.any([lease.lost, options.signal])
  const stop = () => void analyser.stop()
  signal.addEventListener('abort', stop)
  try {
    const report = await recordJob(db, 'analysis', () => analyseAll({ ...options, signal }, analyser))
    return lease.lost.aborted ? undefined : report
  } finally {
    signal.removeEventListener('abort', stop)
    if (!options.analyser) await analyser.stop()
    await lease.release()
  }
}

async function analyseAll(options: AnalysisOptions, analyser: Analyser): Promise<AnalysisReport> {
  const { db, signal, isReady, onProgress, priority } = options
  const ffmpeg = findFfmpeg()
  const report = { analysed: 0, failed: 0, placeholders: 0, skipped: 0 }
  /** Tracks analysed before their turn. */
  const early = new Set<string>()
  let crashes = 0

  async function analyseTrack(track: PendingTrack): Promise<void> {
    const { path, codec } = track.file
    const isThere = isBucketPath(path) ? options.copies !== undefined : await isReadable(path)
    if (!isDecodable(codec, ffmpeg) || !isThere) report.skipped++
    else if (isReady && !(await isReady(path))) report.placeholders++
    else {
      const found = await analyse(analyser, track, options)
      if (!found) return
      if (found === 'machine') {
        report.skipped++
        return
      }
      await writeBatch(db, tx => saveAnalysis(tx, track, found))
      if ('problem' in found) report.failed++
      report.analysed++
      onProgress?.(report.analysed)
      crashes = 'fault' in found && found.fault === 'crash' ? crashes + 1 : 0
      if (crashes >= MAX_CRASHES) throw new Error('The decoder crashes on every file.')
    }
  }

  async function analysePriority(): Promise<void> {
    for (let trackId = priority?.take(); trackId !== undefined; trackId = priority?.take()) {
      const [next, ...others] = await readPendingOfAlbum(db, trackId)
      if (!next || early.has(next.trackId) || signal.aborted) continue
      early.add(next.trackId)
      await analyseTrack(next)
      // The rest of its album is next, unless another track is requested meanwhile.
      const after = others.find(other => !early.has(other.trackId))
      if (after) priority?.add(after.trackId)
    }
  }

  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await readPendingTracks(db, after)
    for (const track of page.tracks) {
      await analysePriority()
      if (signal.aborted) return report
      if (!early.has(track.trackId)) await analyseTrack(track)
    }
    after = page.next
    // Yield to other work while paging through a large collection.
    await wait(PAUSE_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return report
  }
  return report
}

function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}

/** @returns undefined if aborted, 'machine' if the failure says nothing about the file */
async function analyse(
  analyser: Analyser,
  track: PendingTrack,
  { copies, signal }: AnalysisOptions,
): Promise<AudioAnalysis | FailedAnalysis | 'machine' | undefined> {
  try {
    const { file } = track
    const work = (path: string) => analyser.analyse({ ...file, path })
    return await (copies ? copies.use(file.path, work) : work(file.path))
  } catch (error) {
    if (signal.aborted) return undefined
    if (error instanceof ObjectStorageError) return 'machine'
    if (!(error instanceof AnalysisError)) throw error
    const { fault, message } = error
    return fault === 'machine' ? fault : { problem: message.slice(0, MAX_PROBLEM_LENGTH), fault }
  }
}
