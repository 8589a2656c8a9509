import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate } from '../database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { type AnalysisOptions, analyseCollection } from '../importing/analysis/analyse-collection.ts'
import { describeAnalysis } from '../importing/analysis/analysis-report.ts'
import { countPendingTracks } from '../importing/analysis/pending-track-store.ts'
import { readMountPoints } from '../importing/collection/mount-point-store.ts'
import { describeOutage, retryWithBackoff } from '../importing/collection/retry-with-backoff.ts'
import { type ImportOptions, importCollection } from '../importing/import-collection.ts'
import { describeReport, exitStatus, hasChanges, type ImportReport } from '../importing/import-report.ts'
import { LeaseError } from '../importing/lease.ts'
import { findKnownPaths } from '../importing/phases/known-file-store.ts'
import { ProgressLine, type ProgressOutput } from '../importing/progress-line.ts'
import { readImportRuns } from '../importing/runs/import-run-store.ts'
import { watchCollection } from '../importing/watching/watch-collection.ts'
import { log } from '../log/log.ts'
import { CollectionBuckets, isBucketPath } from '../media/storage/collection-buckets.ts'
import { LocalCopies } from '../media/storage/local-copies.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { OperatorError, readSettings, type Settings } from '../settings.ts'
import { yieldToService } from '../workers/lower-priority.ts'
import { confirmForgetting } from './confirm-forget.ts'
import { runProgram } from './run-program.ts'
import { onStopSignal } from './stop.ts'

const HELP = `Imports folders of music, or s3://bucket/prefix, into the catalogue. Files are read in place and never changed.

  npm run import -- FOLDER…            import new and changed files
  npm run import -- FOLDER… --forget   also remove tracks whose files are gone; asks first
    --yes                              do not ask
    --known                            only tracks that were missing at the last import already
    --gone FOLDER                      this disk or folder will not come back: forget its tracks, too
  npm run import -- FOLDER… --announce notify followers of a first import, too
  npm run import -- FOLDER… --watch    keep watching the folders
  npm run import -- FOLDER… --wait     wait for another running import instead of ending
  npm run import -- FOLDER… --analyse  also run the loudness analysis now, instead of leaving it to the service

Without FOLDER, the setting MUSIC is used. Exit status: 0 all imported, 2 some files skipped, 1 failed,
78 a setting or option is wrong.`

const NOWHERE: ProgressOutput = { write: () => true }

/** Interval between checks whether another import has ended. */
const RETRY_MS = 1_000

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      forget: { type: 'boolean' },
      yes: { type: 'boolean' },
      known: { type: 'boolean' },
      gone: { type: 'string', multiple: true },
      announce: { type: 'boolean' },
      watch: { type: 'boolean' },
      routine: { type: 'boolean' },
      wait: { type: 'boolean' },
      analyse: { type: 'boolean' },
      // For the service: folders that are left out if they are absent or empty.
      'if-present': { type: 'string', multiple: true },
      // For the service: forgets only if no import has run since this one.
      seen: { type: 'string' },
      // For the service, which would log the progress.
      quiet: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  if ((values.gone || values.yes || values.known) && !values.forget) {
    throw new OperatorError('--gone, --yes and --known need --forget.')
  }
  yieldToService()
  const output = values.quiet && !process.stderr.isTTY ? NOWHERE : process.stderr
  const settings = readSettings(process.env)
  const optional = values['if-present'] ?? []
  const named = [...positionals, ...optional]
  const folders = named.length > 0 ? named : settings.music
  if (folders.length === 0) {
    throw new OperatorError('Which music? Name a folder (npm run import -- FOLDER), or set MUSIC.')
  }
  const stop = new AbortController()
  const isService = values.quiet ?? false
  const open = openDatabase(settings)
  try {
    await migrate(open)
    open.relaxDurability()
    onStopSignal(() => stop.abort(new OperatorError('Stopped. What went in stays; run it again to go on.')))
    const { dataDir, nameRule, sortArticles, tagCharset } = settings
    const followsPlaylists = settings.offersCollectionPlaylists
    const storage = await openMediaStorage(settings)
    const buckets = new CollectionBuckets(settings.objectStorage)
    const { announce = false } = values
    const { signal } = stop
    const isAgreed = values.yes ?? false
    // Of many imports that changes start: see music.ts.
    const isRoutine = values.routine ?? false
    const importNow = (forget: boolean, leavesUnfinished: boolean) =>
      importOnce({
        ...{ open, storage, buckets, folders, optional, dataDir, tagCharset },
        ...{ nameRule, sortArticles, announce, signal, isRoutine, leavesUnfinished, output },
        followsPlaylists,
        ...(forget && {
          forget: async preview =>
            (await isUnseen(open.db, values.seen)) ? false : confirmForgetting(preview, { isAgreed, signal }),
          gone: values.gone ?? [],
          forgetsOnlyKnown: values.known ?? false,
        }),
      })
    const run = (forget: boolean, leavesUnfinished: boolean) => {
      const work = () => importNow(forget, leavesUnfinished)
      return values.wait ? waitForOthers(work, signal) : work()
    }
    // A person who names a wrong folder is told at once.
    const attempt = <T>(work: () => Promise<T>) =>
      values.watch ? retryWithBackoff(work, { describeTemporary: describeOutage, signal }) : work()
    const first = await attempt(() => run(values.forget ?? false, isRoutine))
    if (!isRoutine || hasChanges(first, first)) print(first)
    process.exitCode ??= exitStatus(first)
    if (values.analyse)
      await attempt(() =>
        analyseOnce(open.db, { dataDir, signal, output, copies: new LocalCopies(buckets, dataDir) }),
      )
    if (values.watch) await follow({ open, folders, settings, signal, first, run: () => run(false, true) })
  } catch (error) {
    // As an administrator has paused it, or the service stops.
    if (!isService || !stop.signal.aborted) throw error
    log.info('The import was stopped. The next one goes on.')
    process.exitCode = 1
  } finally {
    await open.close()
  }
})

interface FollowOptions {
  readonly open: OpenDatabase
  readonly folders: readonly string[]
  readonly settings: Settings
  readonly signal: AbortSignal
  readonly first: ImportReport
  readonly run: () => Promise<ImportReport>
}

/** Imports what changes, until it is stopped, and prints what was done. */
async function follow({ open: { db }, folders, settings, signal, first, run }: FollowOptions): Promise<void> {
  let last = first
  const importFolders = async () => {
    const report = await run()
    const isChanged = hasChanges(report, last)
    if (isChanged) print(report)
    last = report
    return { isChanged, isUnfinished: report.unfinished > 0 }
  }
  await watchCollection({
    folders: await Promise.all(folders.map(path => (isBucketPath(path) ? path : findRealPath(path)))),
    dataDir: await findRealPath(settings.dataDir),
    // Something may have changed since the import began.
    importsFirst: true,
    mountPoints: async () => (await readMountPoints(db)).map(point => point.path),
    findKnown: paths => findKnownPaths(db, paths),
    ...{ importFolders, signal, schedule: settings.scan },
  })
}

function findRealPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}

/** Whether another import than the one shown has run before this one. @param seen id of the one shown */
async function isUnseen(db: Database, seen: string | undefined): Promise<boolean> {
  if (seen === undefined) return false
  const [, before] = await readImportRuns(db, 2)
  if (before?.id === seen) return false
  log.warn('No track was forgotten: another import has run meanwhile. Look at the list again.')
  return true
}

interface Progress {
  /** Where the progress is shown. */
  readonly output: ProgressOutput
}

/** Runs an import as soon as no other one runs. */
async function waitForOthers<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let isLogged = false
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof LeaseError)) throw error
      if (!isLogged) console.log(error.message)
      isLogged = true
    }
    await wait(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

async function analyseOnce(
  db: Database,
  options: Pick<AnalysisOptions, 'dataDir' | 'signal' | 'copies'> & Progress,
): Promise<void> {
  const line = new ProgressLine(options.output)
  try {
    const total = await countPendingTracks(db)
    const onProgress = (done: number) => line.show({ step: 'reading', done, total })
    const report = await analyseCollection({ ...options, db, onProgress })
    options.signal.throwIfAborted()
    line.clear()
    console.log(describeAnalysis(report).join('\n'))
  } finally {
    line.clear()
  }
}

async function importOnce(options: ImportOptions & Progress): Promise<ImportReport> {
  const line = new ProgressLine(options.output)
  try {
    const { forget } = options
    return await importCollection({
      ...options,
      onProgress: progress => line.show(progress),
      ...(forget && {
        forget: preview => {
          line.clear()
          return forget(preview)
        },
      }),
    })
  } finally {
    line.clear()
  }
}

function print(report: ImportReport): void {
  console.log(describeReport(report).join('\n'))
}
