import { log } from '../../log/log.ts'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'
import { OperatorError } from '../../settings.ts'
import { isWithin } from '../collection/album-folders.ts'
import { describeMounts } from '../collection/mount-state.ts'
import { listMounts } from '../collection/mounts.ts'
import {
  describeOutage,
  RETRY_TIMES,
  type RetryTimes,
  retryWithBackoff,
} from '../collection/retry-with-backoff.ts'
import { classifyEvents } from './change-kinds.ts'
import { DiskActivity } from './disk-activity.ts'
import { classifyFolders } from './file-systems.ts'
import type { FolderEvent, FolderWatcher } from './folder-events.ts'
import { ImportRow, PassPlan, PLAN_TIMES, type PlanTimes, restAfter } from './pass-plan.ts'
import { nextWalkAt, type WalkSchedule } from './walk-schedule.ts'
import { SYSTEM_CLOCK, type WatchClock } from './watch-clock.ts'
import { watchFolders } from './watch-folders.ts'
import { describeFolders, type WatchState } from './watch-state.ts'

export interface WatchTimes extends RetryTimes, PlanTimes {
  /** Interval of checks for mounted or unmounted disks, and for disks that woke up. */
  readonly mountsMs: number
  /** First pause before folders are looked at again that were not whole; doubles. */
  readonly unfinishedMs: number
}

const TIMES: WatchTimes = { ...PLAN_TIMES, ...RETRY_TIMES, mountsMs: 15_000, unfinishedMs: 10_000 }

/** The result of an import. */
export interface PassResult {
  /** Whether anything had changed. */
  readonly isChanged: boolean
  /** Whether it left folders for later that are still being written. */
  readonly isUnfinished: boolean
}

export interface WatchOptions {
  /** Real paths, or places in buckets. */
  readonly folders: readonly string[]
  /** Folder of the service's own files, whose changes are none of music. */
  readonly dataDir?: string
  /** Imports the folders. */
  readonly importFolders: () => Promise<PassResult>
  /** Whether to import at once, since nobody knows what has changed before. */
  readonly importsFirst?: boolean
  /** Reads the stored mount points. */
  readonly mountPoints: () => Promise<readonly string[]>
  /** Which of these files the catalogue has. */
  readonly findKnown: (paths: readonly string[]) => Promise<ReadonlySet<string>>
  readonly schedule: WalkSchedule
  /** Called with what is watched, and when the next walk is due, whenever it changes. */
  readonly onState?: (state: WatchState) => void
  readonly signal: AbortSignal
  readonly times?: Partial<WatchTimes>
  /** For tests. */
  readonly clock?: WatchClock
  readonly watch?: typeof watchFolders
  readonly activity?: Pick<DiskActivity, 'maySleep'>
}

const LONGEST_SLEEP_MS = 86_400_000

/**
 * Imports folders whenever they change, until `signal` is aborted: on file system events, when a disk is mounted or
 * unmounted, and at an interval for changes without an event. Imports run one at a time. Errors that an operator
 * can fix and database outages are logged, and the import is retried indefinitely.
 */
export async function watchCollection(options: WatchOptions): Promise<void> {
  const watch = new CollectionWatch(options)
  try {
    await watch.run()
  } finally {
    watch.close()
  }
}

/** The message for a database outage, or for what an operator can mend; undefined for any other error. */
function describeRetryable(error: unknown): string | undefined {
  return error instanceof OperatorError ? error.message : describeOutage(error)
}

class CollectionWatch {
  readonly #options: WatchOptions
  readonly #times: WatchTimes
  readonly #clock: WatchClock
  readonly #plan: PassPlan
  readonly #activity: Pick<DiskActivity, 'maySleep'>
  /** Folders of this machine. */
  readonly #local: readonly string[]
  #watcher: FolderWatcher | undefined
  #states = classifyFolders([], [])
  #points: readonly string[] = []
  #mounts = ''
  #mountsAt = 0
  /** Whether changes were found of which no event had told. */
  #isDeaf = false
  #isLost = false
  #heard = 0
  #unfinishedAt = Number.POSITIVE_INFINITY
  #unfinishedMs: number
  #restUntil = 0
  readonly #row = new ImportRow()
  #lastPassAt: number
  #shown = ''
  #wake = new AbortController()

  constructor(options: WatchOptions) {
    this.#options = options
    this.#times = { ...TIMES, ...options.times }
    this.#clock = options.clock ?? SYSTEM_CLOCK
    this.#plan = new PassPlan(this.#times)
    this.#activity = options.activity ?? new DiskActivity()
    this.#local = options.folders.filter(folder => !isBucketPath(folder))
    this.#unfinishedMs = this.#times.unfinishedMs
    this.#lastPassAt = this.#clock.time()
  }

  async run(): Promise<void> {
    const { signal, importsFirst = false } = this.#options
    await this.#checkMounts()
    await this.#watchAnew()
    log.info('Watching for changes.')
    let isFirst = importsFirst
    while (!signal.aborted) {
      if (isFirst || (await this.#isDue())) await this.#import(isFirst)
      isFirst = false
      this.#show()
      await this.#sleep()
      await this.#lookAtMounts()
    }
  }

  close(): void {
    this.#watcher?.close()
    this.#watcher = undefined
  }

  /** Watches all folders anew, as far as events come from them. */
  async #watchAnew(): Promise<void> {
    const { signal, dataDir, watch = watchFolders } = this.#options
    this.close()
    this.#isLost = false
    this.#states = classifyFolders(this.#local, await listMounts())
    const isOwn = this.#local.some(folder => dataDir !== undefined && isWithin(dataDir, folder))
    const excluded = [...this.#states.excluded, ...(dataDir !== undefined && !isOwn ? [dataDir] : [])]
    const folders = this.#states.folders.filter(({ isWatched }) => isWatched).map(({ path }) => path)
    if (folders.length === 0) return
    const listener = { onEvents: this.#onEvents, onLost: this.#onLost }
    this.#watcher = await watch({ folders, excluded, signal }, listener).catch((error: Error) => {
      if (!signal.aborted) log.warn(`Folders cannot be watched, and are walked instead: ${error.message}.`)
      return undefined
    })
    if (this.#watcher?.isLimited)
      log.warn(
        'There are more folders than the system lets this account watch: they are walked, too. See fs.inotify.max_user_watches.',
      )
  }

  readonly #onEvents = (events: readonly FolderEvent[]): void => {
    this.#heard += events.length
    classifyEvents(events, this.#options.findKnown)
      // The database is away: whatever it is, it can wait.
      .catch(() => events.map(({ folder }) => ({ kind: 'new' as const, folder })))
      .then(changes => {
        for (const { kind, folder } of changes) this.#plan.note(kind, folder, this.#clock.now())
        if (changes.length > 0) this.#wake.abort()
      })
  }

  readonly #onLost = (): void => {
    this.#isLost = true
    this.#heard++
    this.#wake.abort()
  }

  /** Whether events tell of fewer changes than there may be. */
  get #isSilent(): boolean {
    return this.#describe().some(({ reason }) => reason !== '')
  }

  #describe() {
    const findings = {
      isAvailable: this.#watcher !== undefined || this.#states.folders.every(({ isWatched }) => !isWatched),
      isLimited: this.#watcher?.isLimited ?? false,
      isDeaf: this.#isDeaf,
    }
    return describeFolders(this.#options.folders, this.#states, findings)
  }

  /** Epoch milliseconds. */
  get #walkAt(): number {
    return nextWalkAt(this.#options.schedule, this.#lastPassAt, this.#isSilent, this.#clock.time())
  }

  async #isDue(): Promise<boolean> {
    const now = this.#clock.now()
    if (now < this.#restUntil) return false
    if (Math.min(this.#plan.dueAt, this.#unfinishedAt) <= now) return true
    if (this.#clock.time() < this.#walkAt) return false
    return this.#options.schedule.wakesDisks || !(await this.#activity.maySleep(this.#local, now))
  }

  async #sleep(): Promise<void> {
    const now = this.#clock.now()
    const asked = Math.max(this.#restUntil, Math.min(this.#plan.dueAt, this.#unfinishedAt))
    const walkMs = Math.max(this.#walkAt - this.#clock.time(), this.#restUntil - now)
    // A walk that is due, but waits for a disk, is looked at again with the mounts.
    const walk = walkMs > 0 ? walkMs : LONGEST_SLEEP_MS
    const until = Math.min(asked - now, walk, this.#mountsAt - now, LONGEST_SLEEP_MS)
    if (until <= 0) return
    const signal = AbortSignal.any([this.#options.signal, this.#wake.signal])
    await this.#clock.sleep(until, signal)
    if (this.#wake.signal.aborted) this.#wake = new AbortController()
  }

  async #import(isFirst: boolean): Promise<void> {
    const { importFolders, signal } = this.#options
    const started = this.#clock.now()
    const heardBefore = this.#heard
    this.#plan.begin(started)
    this.#heard = 0
    this.#unfinishedAt = Number.POSITIVE_INFINITY
    let tries = 0
    let triedAt = started
    const attempt = () => {
      tries++
      triedAt = this.#clock.now()
      return importFolders()
    }
    const retries = { describeTemporary: describeRetryable, signal, times: this.#times }
    const result = await retryWithBackoff(attempt, retries).catch(error => {
      if (signal.aborted) return undefined
      throw error
    })
    if (!result) return
    const ended = this.#clock.now()
    // Pauses before retries are no work.
    this.#restUntil = ended + restAfter(ended - triedAt, this.#row.count(started, ended))
    this.#lastPassAt = this.#clock.time()
    this.#comeBack(result, ended)
    if (isFirst || tries > 1 || heardBefore + this.#heard > 0) return
    if (result.isChanged && this.#watcher && !this.#isSilent) {
      this.#isDeaf = true
      log.warn(
        'Changes were found of which the file system had not told: the folders are walked every 15 minutes from now on.',
      )
      await this.#watchAnew()
    }
  }

  /** Looks again at what was not whole, at growing intervals. */
  #comeBack({ isUnfinished }: PassResult, now: number): void {
    const { unfinishedMs, latestMs } = this.#times
    if (isUnfinished) {
      this.#unfinishedAt = now + this.#unfinishedMs
      this.#unfinishedMs = Math.min(2 * this.#unfinishedMs, latestMs)
      // Later, it is no surprise.
      this.#heard++
    } else this.#unfinishedMs = unfinishedMs
  }

  /** Checks mounts when it is time, and watches everything anew after a disk has come or gone, or events were lost. */
  async #lookAtMounts(): Promise<void> {
    const now = this.#clock.now()
    if (!this.#isLost && now < this.#mountsAt) return
    // Keeps its memory of which disks are in use.
    if (!this.#options.schedule.wakesDisks) await this.#activity.maySleep(this.#local, now)
    const isOther = await this.#checkMounts()
    if (!isOther && !this.#isLost) return
    this.#heard++
    await this.#watchAnew()
    this.#plan.note('removed', '', this.#clock.now())
  }

  /** @returns whether a disk was mounted or unmounted since the last check */
  async #checkMounts(): Promise<boolean> {
    this.#mountsAt = this.#clock.now() + this.#times.mountsMs
    const known = this.#points
    this.#points = await this.#options.mountPoints().catch(() => known)
    const before = this.#mounts
    this.#mounts = await describeMounts(this.#local, this.#points)
    // An import that has just stored mount points has seen them.
    const isComparable = before !== '' && known.join('\n') === this.#points.join('\n')
    return isComparable && before !== this.#mounts
  }

  #show(): void {
    const walkAt = this.#walkAt
    const nextWalkAt = Number.isFinite(walkAt) ? walkAt : null
    const state: WatchState = { folders: this.#describe(), nextWalkAt }
    const shown = JSON.stringify(state)
    if (shown === this.#shown) return
    this.#shown = shown
    this.#options.onState?.(state)
  }
}
