import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { FileToRead, ReadFile } from './read-file.ts'
import type { Problem, WorkerMessage } from './read-worker.ts'

const WORKERS = Math.min(4, Math.max(1, availableParallelism()))
const BATCH = 16
/** Limits per file and thread; a thread that exceeds one is terminated. */
const TIME_LIMIT_MS = 5_000
const MEMORY_LIMIT_MB = 192
const YOUNG_LIMIT_MB = 16
/** Longest time a thread may take to start. */
const START_LIMIT_MS = 60_000

export type FileResult = { path: string } & (ReadFile | Problem)

/** Embedded covers by the hash of their bytes. */
export type EmbeddedCovers = Map<string, Uint8Array>

interface Batch {
  readonly files: readonly FileToRead[]
  readonly answers: FileResult[]
  readonly pictures: EmbeddedCovers
  readonly done: () => void
}

/**
 * Phase 2: reads files in worker threads. A file that takes too much time or memory is reported with a problem, like
 * any unreadable file, and its thread is replaced.
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

  /** @param options for tests */
  constructor(options: { timeLimit?: number; program?: URL } = {}) {
    this.#timeLimit = options.timeLimit ?? TIME_LIMIT_MS
    this.#program = options.program ?? new URL('./read-worker.ts', import.meta.url)
  }

  /** Reads files. The results are in the order of the files; equal covers are returned once. */
  async read(files: readonly FileToRead[]): Promise<{ answers: FileResult[]; pictures: EmbeddedCovers }> {
    const pictures: EmbeddedCovers = new Map()
    const batches: Promise<FileResult[]>[] = []
    for (let at = 0; at < files.length; at += BATCH) {
      batches.push(this.#readBatch(files.slice(at, at + BATCH), pictures))
    }
    return { answers: (await Promise.all(batches)).flat(), pictures }
  }

  /** Terminates the threads; pending reads never settle. */
  async close(): Promise<void> {
    this.#closed = true
    for (const job of this.#running.values()) clearTimeout(job.timer)
    await Promise.all(Array.from(this.#all, worker => worker.terminate()))
  }

  #readBatch(files: readonly FileToRead[], pictures: EmbeddedCovers): Promise<FileResult[]> {
    return new Promise(resolve => {
      const answers: FileResult[] = []
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
    worker.on('message', (answer: WorkerMessage | 'ready') => this.#take(worker, answer))
    // An error may arrive before the last messages; at the exit of the thread all have arrived.
    let problem = 'reading it ended the reader'
    worker.on('error', error => {
      problem = describeCrash(error)
    })
    worker.on('exit', () => this.#end(worker, problem))
    return worker
  }

  #run(worker: Worker, batch: Batch): void {
    this.#running.set(worker, { batch, timer: undefined })
    this.#watch(worker)
    worker.postMessage(remainingFiles(batch))
  }

  /** Starts the time limit of the next file. */
  #watch(worker: Worker): void {
    const job = this.#running.get(worker)
    if (!job) return
    clearTimeout(job.timer)
    const limit = this.#ready.has(worker) ? this.#timeLimit : START_LIMIT_MS
    job.timer = setTimeout(() => this.#end(worker, 'reading it took too long'), limit)
  }

  #take(worker: Worker, answer: WorkerMessage | 'ready'): void {
    const job = this.#running.get(worker)
    if (answer === 'ready') this.#ready.add(worker)
    else if (job) job.batch.answers.push(toResult(job.batch, answer))
    if (!job || remainingFiles(job.batch).length > 0) {
      this.#watch(worker)
      return
    }
    clearTimeout(job.timer)
    this.#running.delete(worker)
    this.#idle.push(worker)
    job.batch.done()
    this.#next()
  }

  /** Reports the current file of a thread that hangs or crashed; another thread continues with the next file. */
  #end(worker: Worker, problem: string): void {
    if (this.#closed || !this.#all.delete(worker)) return
    void worker.terminate()
    if (this.#idle.includes(worker)) this.#idle.splice(this.#idle.indexOf(worker), 1)
    const job = this.#running.get(worker)
    this.#running.delete(worker)
    if (!job) return
    clearTimeout(job.timer)
    const { batch } = job
    const [file, ...rest] = remainingFiles(batch)
    if (file) batch.answers.push({ path: file.path, problem, isTemporary: true })
    if (rest.length === 0) batch.done()
    else this.#waiting.unshift(batch)
    this.#next()
  }
}

function remainingFiles(batch: Batch): readonly FileToRead[] {
  return batch.files.slice(batch.answers.length)
}

function toResult(batch: Batch, answer: WorkerMessage): FileResult {
  const { path } = batch.files[batch.answers.length] as FileToRead
  if ('problem' in answer) return { path, ...answer }
  const { pictureBytes, ...read } = answer
  if (pictureBytes) batch.pictures.set(read.picture, pictureBytes)
  return { path, ...read }
}

function describeCrash(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'reading it took too much memory'
    : `reading it failed (${message})`
}
