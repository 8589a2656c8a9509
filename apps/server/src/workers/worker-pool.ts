import pLimit from 'p-limit'
import { type JobLimits, SupervisedWorker } from './supervised-worker.ts'
import { WorkerError } from './worker-errors.ts'
import type { StartWorker } from './worker-handle.ts'

export interface PoolOptions {
  /** `startProcess` or `startThread` with a program that calls `serveJobs`. */
  readonly start: StartWorker
  /** Workers, and therefore jobs at the same time. */
  readonly size: number
  readonly limits: JobLimits
  /** A worker without a job for this long is ended; by default idle workers stay. */
  readonly idleMs?: number
  /** The same for all but the one that was used last; by default `idleMs`. */
  readonly spareIdleMs?: number
}

export interface RunOptions<Update> {
  /** Called when a worker takes the job. */
  readonly onStart?: () => void
  readonly onUpdate?: (update: Update) => void
  /** Kills the worker; the job fails with the signal's reason once the worker has ended. */
  readonly signal?: AbortSignal
  /** Runs the job in a new worker. */
  readonly isFresh?: boolean
}

/** Delay before the next start after one failed, doubled with each further failure. */
const RETRY_MS = 50
const LONGEST_RETRY_MS = 1_000

/**
 * Runs jobs in supervised workers. A job that exceeds its limits or crashes its worker fails alone; the next one gets
 * a new worker. Idle workers do not keep this process alive.
 */
export class WorkerPool<Job, Result, Update = never> {
  readonly #options: PoolOptions
  readonly #inTurn: ReturnType<typeof pLimit>
  readonly #all = new Set<SupervisedWorker>()
  /** In order of preference, the last one first. */
  readonly #idle: SupervisedWorker[] = []
  #isClosed = false
  #failedStarts = 0

  constructor(options: PoolOptions) {
    this.#options = options
    this.#inTurn = pLimit(options.size)
  }

  get #spareIdleMs(): number | undefined {
    return this.#options.spareIdleMs ?? this.#options.idleMs
  }

  /** Number of jobs that run or wait. */
  get jobs(): number {
    return this.#inTurn.activeCount + this.#inTurn.pendingCount
  }

  /**
   * Runs a job when a worker is free.
   * @throws JobError if the program failed
   * @throws WorkerError if the worker ended before it completed the job, or the pool is closed
   */
  run(job: Job, options: RunOptions<Update> = {}): Promise<Result> {
    return this.#inTurn(async () => {
      options.signal?.throwIfAborted()
      const worker = await this.#take(options.isFresh ?? false)
      const onAbort = () => worker.kill(options.signal?.reason)
      options.signal?.addEventListener('abort', onAbort)
      try {
        options.signal?.throwIfAborted()
        options.onStart?.()
        const onUpdate = (update: unknown) => options.onUpdate?.(update as Update)
        return (await worker.run(job, onUpdate)) as Result
      } finally {
        options.signal?.removeEventListener('abort', onAbort)
        this.#release(worker)
      }
    })
  }

  /** Whether a worker runs or starts. */
  get isWarm(): boolean {
    return this.#all.size > 0
  }

  /** Starts one more worker if there is room, so that the next job need not wait for it. */
  warm(): void {
    if (this.#all.size >= this.#options.size || this.#failedStarts > 0 || this.#isClosed) return
    try {
      const worker = this.#start()
      this.#endWhenIdle(worker, this.#idle.length > 0 ? this.#spareIdleMs : this.#options.idleMs)
      // Workers that have run before are faster.
      this.#idle.unshift(worker)
    } catch {
      // The next job tries again.
    }
  }

  /** Kills the workers; running and waiting jobs fail. Resolves when all workers have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    const all = Array.from(this.#all)
    for (const worker of all) worker.kill(new WorkerError('closed'))
    await Promise.all(all.map(worker => worker.ended))
  }

  async #take(isFresh: boolean): Promise<SupervisedWorker> {
    this.#throwIfClosed()
    let idle = this.#idle.pop()
    while (idle && !idle.isUsable) idle = this.#idle.pop()
    if (idle && !isFresh) return idle
    idle?.kill(new WorkerError('closed'))
    if (this.#failedStarts > 0) await this.#backOff()
    this.#throwIfClosed()
    try {
      return this.#start()
    } catch (cause) {
      this.#failedStarts++
      throw new WorkerError('start', { cause })
    }
  }

  #start(): SupervisedWorker {
    const worker = new SupervisedWorker(this.#options.start, this.#options.limits)
    this.#all.add(worker)
    void worker.ended.then(() => {
      this.#all.delete(worker)
      if (this.#idle.includes(worker)) this.#idle.splice(this.#idle.indexOf(worker), 1)
      if (worker.hasFailedToStart) this.#failedStarts++
    })
    return worker
  }

  #endWhenIdle(worker: SupervisedWorker | undefined, ms: number | undefined): void {
    if (ms !== undefined) worker?.endAfter(ms)
  }

  #backOff(): Promise<void> {
    const delay = Math.min(RETRY_MS * 2 ** (this.#failedStarts - 1), LONGEST_RETRY_MS)
    return new Promise(resolve => setTimeout(resolve, delay))
  }

  #release(worker: SupervisedWorker): void {
    if (worker.isReady) this.#failedStarts = 0
    if (!worker.isUsable) return
    this.#endWhenIdle(this.#idle.at(-1), this.#spareIdleMs)
    this.#endWhenIdle(worker, this.#options.idleMs)
    this.#idle.push(worker)
  }

  #throwIfClosed(): void {
    if (this.#isClosed) throw new WorkerError('closed')
  }
}
