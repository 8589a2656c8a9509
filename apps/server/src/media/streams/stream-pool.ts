import type { RenditionJob, RenditionUpdate } from '@refrain/audio/rendition/rendition'
import { RequestError } from '../../http/errors/request-errors.ts'
import { RunningCounts } from '../../http/limits/running-counts.ts'
import { startThread } from '../../workers/start-thread.ts'
import { WorkerPool } from '../../workers/worker-pool.ts'

/** Renditions at the same time, and in the queue. */
const WORKERS = 3
const MAX_WAITING = 32
/** Of both, for one caller: nobody takes the places of everybody. */
const MAX_OF_CALLER = 16
const RETRY_SECONDS = 2
const HEAP_MB = 256
/** Otherwise each worker keeps up to 100 MB that it needed for short-lived frames. */
const YOUNG_MB = 16
/** A worker takes 35 MB, and more once it has run. One is kept at hand for whoever presses play next. */
const IDLE_MS = 15 * 60_000
const SPARE_IDLE_MS = 20_000

export interface PoolLimits {
  /** A worker without a message for this long is stopped. */
  readonly silenceMs: number
  /** No rendition takes longer. */
  readonly wholeMs: number
}

const LIMITS: PoolLimits = { silenceMs: 20_000, wholeMs: 10 * 60_000 }

/**
 * Worker threads that create renditions, one at a time each. The start of a rendition takes priority over the
 * rest of others, since somebody waits for it.
 */
export class StreamPool {
  readonly #pool: WorkerPool<RenditionJob, void, RenditionUpdate[]>
  /** Renditions without a first fragment; shared with the workers. */
  readonly #callers = new RunningCounts()
  readonly #beginningCount = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

  constructor(limits: Partial<PoolLimits> = {}) {
    this.#pool = new WorkerPool({
      start: startThread(new URL('./stream-worker.ts', import.meta.url), {
        heapMb: HEAP_MB,
        youngMb: YOUNG_MB,
        data: this.#beginningCount,
      }),
      size: WORKERS,
      limits: { ...LIMITS, ...limits },
      idleMs: IDLE_MS,
      spareIdleMs: SPARE_IDLE_MS,
    })
  }

  /** Starts a worker unless there is one: somebody may soon press play. */
  prepare(): void {
    if (!this.#pool.isWarm) this.#pool.warm()
  }

  /**
   * Creates a rendition; `onUpdate` gets its fragments as they are written. `signal` stops it.
   * @param caller identifies who asks
   * @throws RequestError 503 if the queue is full, 429 if the caller has too many places in it
   * @throws Error if the file cannot be rendered
   */
  async render(
    job: RenditionJob,
    caller: string,
    onUpdate: (update: RenditionUpdate) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    if (this.#pool.jobs >= WORKERS + MAX_WAITING) {
      throw new RequestError(503, 'Too many tracks are being prepared: try again in a moment.', RETRY_SECONDS)
    }
    const leave = this.#callers.start(caller, MAX_OF_CALLER)
    if (!leave)
      throw new RequestError(429, 'Too many tracks are being prepared for you: wait a moment.', RETRY_SECONDS)
    let isStarting = false
    const setStarting = (value: boolean) => {
      if (value === isStarting) return
      isStarting = value
      Atomics.add(this.#beginningCount, 0, value ? 1 : -1)
      if (!value) Atomics.notify(this.#beginningCount, 0)
    }
    try {
      await this.#pool.run(job, {
        ...(signal && { signal }),
        onStart: () => setStarting(true),
        onUpdate: updates => {
          for (const update of updates) onUpdate(update)
          setStarting(false)
        },
      })
    } finally {
      setStarting(false)
      leave()
      // Starting a worker takes longer than most renditions: if this one was ended, another is started while there is time.
      if (this.#pool.jobs === 0) this.prepare()
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
