import { Worker } from 'node:worker_threads'
import type { RenditionJob, RenditionUpdate } from '@refrain/audio/rendition/rendition'
import { RequestError } from '../../http/errors/request-errors.ts'
import type { WorkerMessage } from './stream-worker.ts'

/** Renditions at the same time, and in the queue. */
const WORKERS = 3
const MOST_WAITING = 32
const RETRY_SECONDS = 2
const MEMORY_MB = 256

export interface PoolLimits {
  /** A worker without a message for this long is stopped. */
  readonly silenceMs: number
  /** No rendition takes longer. */
  readonly wholeMs: number
}

const LIMITS: PoolLimits = { silenceMs: 20_000, wholeMs: 10 * 60_000 }

/**
 * Worker threads that create renditions, one at a time each. The start of a rendition takes priority over the
 * rest of others, since somebody waits for it. The input may be hostile: a worker that hangs or exhausts its
 * memory is stopped, and only its rendition fails.
 */
export class StreamPool {
  readonly #limits: PoolLimits
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()
  readonly #waiting: (() => void)[] = []
  /** Renditions without a first fragment; shared with the workers. */
  readonly #beginning = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #busy = 0
  #closed = false

  constructor(limits: Partial<PoolLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Keeps one more worker ready, so that the next rendition need not wait for its start. */
  warm(): void {
    // Queued behind workers that have run before, which are faster.
    if (this.#all.size < WORKERS && !this.#closed) this.#idle.unshift(this.#startWorker())
  }

  /**
   * Creates a rendition; `onNews` gets its fragments as they are written.
   * @throws RequestError 503 if the queue is full
   * @throws Error if the file cannot be rendered
   */
  async render(job: RenditionJob, onNews: (news: RenditionUpdate) => void): Promise<void> {
    if (this.#busy >= WORKERS) {
      if (this.#waiting.length >= MOST_WAITING) {
        throw new RequestError(
          503,
          'Too many tracks are being prepared: try again in a moment.',
          RETRY_SECONDS,
        )
      }
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else this.#busy++
    try {
      if (this.#closed) throw new Error('The service is stopping.')
      await this.#run(this.#idle.pop() ?? this.#startWorker(), job, onNews)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy--
      // Starting a worker takes longer than most renditions: done while there is time.
      if (this.#busy === 0) this.warm()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const proceed of this.#waiting.splice(0)) proceed()
    await Promise.all([...this.#all].map(worker => worker.terminate()))
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./stream-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      workerData: this.#beginning,
    })
    worker.unref()
    this.#all.add(worker)
    const leave = () => {
      this.#all.delete(worker)
      const place = this.#idle.indexOf(worker)
      if (place >= 0) this.#idle.splice(place, 1)
    }
    worker.on('error', leave)
    worker.on('exit', leave)
    return worker
  }

  #run(worker: Worker, job: RenditionJob, onNews: (news: RenditionUpdate) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const whole = setTimeout(() => stop('took too long'), this.#limits.wholeMs)
      const silence = setTimeout(() => stop('stopped answering'), this.#limits.silenceMs)
      let hasBegun = false
      const begin = () => {
        if (hasBegun) return
        hasBegun = true
        Atomics.sub(this.#beginning, 0, 1)
        Atomics.notify(this.#beginning, 0)
      }
      const settle = (error?: Error) => {
        begin()
        clearTimeout(whole)
        clearTimeout(silence)
        worker.off('message', onMessage)
        worker.off('error', settle)
        worker.off('exit', onExit)
        if (error) reject(error)
        else resolve()
      }
      const stop = (why: string) => {
        settle(new Error(`Making the rendition ${why}.`))
        void worker.terminate()
      }
      const onExit = () => settle(new Error('The worker ended.'))
      const onMessage = (message: WorkerMessage) => {
        silence.refresh()
        if ('news' in message) {
          for (const news of message.news) onNews(news)
          begin()
          return
        }
        this.#idle.push(worker)
        settle('failed' in message ? new Error(message.failed) : undefined)
      }
      worker.on('message', onMessage)
      worker.on('error', settle)
      worker.on('exit', onExit)
      Atomics.add(this.#beginning, 0, 1)
      worker.postMessage(job)
    })
  }
}
