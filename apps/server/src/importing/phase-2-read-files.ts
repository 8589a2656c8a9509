import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { FileToRead, ReadFile } from './read-file.ts'
import type { Problem, WorkerAnswer } from './read-worker.ts'

const WORKERS = Math.min(4, Math.max(1, availableParallelism()))
const BATCH = 16
/** Longest time one file may take, and most memory of a thread: beyond, the thread is ended. */
const TIME_LIMIT_MS = 5_000
const MEMORY_LIMIT_MB = 192
const YOUNG_LIMIT_MB = 16
/** A thread that does not even start within this time never will. */
const START_LIMIT_MS = 60_000

export type FileAnswer = { path: string } & (ReadFile | Problem)

/** Covers by the hash of their bytes. */
export type Pictures = Map<string, Uint8Array>

interface Batch {
  readonly files: readonly FileToRead[]
  readonly answers: FileAnswer[]
  readonly pictures: Pictures
  readonly done: () => void
}

/**
 * Phase 2: reads files in worker threads. A file that takes too long or too much memory costs its thread,
 * which is replaced, and is answered with a problem like any other unreadable file.
 */
export class FileReader {
  readonly #timeLimit: number
  readonly #program: URL
  readonly #waiting: Batch[] = []
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()

  readonly #ready = new Set<Worker>()
  readonly #running = new Map<Worker, { batch: Batch; timer: NodeJS.Timeout | undefined }>()
  #closed = false

  /** @param options other limits and another program, for tests */
  constructor(options: { timeLimit?: number; program?: URL } = {}) {
    this.#timeLimit = options.timeLimit ?? TIME_LIMIT_MS
    this.#program = options.program ?? new URL('./read-worker.ts', import.meta.url)
  }

  /** Reads files; the answers come in the files' order, each different cover once. */
  async read(files: readonly FileToRead[]): Promise<{ answers: FileAnswer[]; pictures: Pictures }> {
    const pictures: Pictures = new Map()
    const batches: Promise<FileAnswer[]>[] = []
    for (let at = 0; at < files.length; at += BATCH) {
      batches.push(this.#readBatch(files.slice(at, at + BATCH), pictures))
    }
    return { answers: (await Promise.all(batches)).flat(), pictures }
  }

  /** Ends the threads; what was still to be read never is. */
  async close(): Promise<void> {
    this.#closed = true
    for (const job of this.#running.values()) clearTimeout(job.timer)
    await Promise.all(Array.from(this.#all, worker => worker.terminate()))
  }

  #readBatch(files: readonly FileToRead[], pictures: Pictures): Promise<FileAnswer[]> {
    return new Promise(resolve => {
      const answers: FileAnswer[] = []
      this.#waiting.push({ files, answers, pictures, done: () => resolve(answers) })
      this.#next()
    })
  }

  #next(): void {
    const batch = this.#waiting[0]
    if (!batch || this.#closed) return
    const worker = this.#idle.pop() ?? (this.#all.size < WORKERS ? this.#start() : undefined)
    if (!worker) return
    this.#waiting.shift()
    this.#run(worker, batch)
  }

  #start(): Worker {
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_LIMIT_MB },
      env: {},
    })
    this.#all.add(worker)
    worker.on('message', (answer: WorkerAnswer | 'ready') => this.#take(worker, answer))
    // An error may overtake the last answers; by the end of the thread all of them have come.
    let problem = 'reading it ended the reader'
    worker.on('error', error => {
      problem = whyDied(error)
    })
    worker.on('exit', () => this.#end(worker, problem))
    return worker
  }

  #run(worker: Worker, batch: Batch): void {
    this.#running.set(worker, { batch, timer: undefined })
    this.#watch(worker)
    worker.postMessage(leftOf(batch))
  }

  /** Gives the next file its time. */
  #watch(worker: Worker): void {
    const job = this.#running.get(worker)
    if (!job) return
    clearTimeout(job.timer)
    const limit = this.#ready.has(worker) ? this.#timeLimit : START_LIMIT_MS
    job.timer = setTimeout(() => this.#end(worker, 'reading it took too long'), limit)
  }

  #take(worker: Worker, answer: WorkerAnswer | 'ready'): void {
    const job = this.#running.get(worker)
    if (answer === 'ready') this.#ready.add(worker)
    else if (job) job.batch.answers.push(keep(job.batch, answer))
    if (!job || leftOf(job.batch).length > 0) {
      this.#watch(worker)
      return
    }
    clearTimeout(job.timer)
    this.#running.delete(worker)
    this.#idle.push(worker)
    job.batch.done()
    this.#next()
  }

  /** A thread that hangs or died takes the file it was at with it; another one goes on with the next. */
  #end(worker: Worker, problem: string): void {
    if (this.#closed || !this.#all.delete(worker)) return
    void worker.terminate()
    if (this.#idle.includes(worker)) this.#idle.splice(this.#idle.indexOf(worker), 1)
    const job = this.#running.get(worker)
    this.#running.delete(worker)
    if (!job) return
    clearTimeout(job.timer)
    const { batch } = job
    const [file, ...rest] = leftOf(batch)
    if (file) batch.answers.push({ path: file.path, problem, passing: true })
    if (rest.length === 0) batch.done()
    else this.#waiting.unshift(batch)
    this.#next()
  }
}

function leftOf(batch: Batch): readonly FileToRead[] {
  return batch.files.slice(batch.answers.length)
}

function keep(batch: Batch, answer: WorkerAnswer): FileAnswer {
  const { path } = batch.files[batch.answers.length] as FileToRead
  if ('problem' in answer) return { path, ...answer }
  const { pictureBytes, ...read } = answer
  if (pictureBytes) batch.pictures.set(read.picture, pictureBytes)
  return { path, ...read }
}

function whyDied(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'reading it took too much memory'
    : `reading it failed (${message})`
}
