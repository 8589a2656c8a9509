import { availableParallelism } from 'node:os'
import { startThread } from '../../workers/start-thread.ts'
import { WorkerError } from '../../workers/worker-errors.ts'
import { WorkerPool } from '../../workers/worker-pool.ts'
import { type CoverBudget, EmbeddedCovers, HELD_BYTES } from './embedded-covers.ts'
import type { FileToRead, ReadFile } from './read-file.ts'
import type { FileUpdate, Problem } from './read-worker.ts'

/** Half of the processors: the others write the database and decode pictures. */
const WORKERS = Math.min(4, Math.ceil(availableParallelism() / 2))
const BATCH = 16
/** Limits per file and thread; a thread that exceeds one is terminated. */
const TIME_LIMIT_MS = 5_000
const HEAP_MB = 192
const YOUNG_MB = 4

export type FileResult = { path: string } & (ReadFile | Problem)

/**
 * Phase 2: reads files in worker threads. A file that takes too much time or memory is reported with a problem, like
 * any unreadable file.
 */
export class FileReader {
  readonly #pool: WorkerPool<readonly FileToRead[], void, FileUpdate>
  readonly #budget: CoverBudget

  /** @param options for tests */
  constructor(options: { timeLimit?: number; program?: URL; heldBytes?: number } = {}) {
    this.#budget = { left: options.heldBytes ?? HELD_BYTES }
    const program = options.program ?? new URL('./read-worker.ts', import.meta.url)
    // To look for ffmpeg; other variables are secret.
    this.#pool = new WorkerPool({
      start: startThread(program, { env: { PATH: process.env.PATH }, heapMb: HEAP_MB, youngMb: YOUNG_MB }),
      size: WORKERS,
      // One message for each file.
      limits: { silenceMs: options.timeLimit ?? TIME_LIMIT_MS },
    })
  }

  /**
   * Reads files. The results are in the order of the files; equal covers are returned once, and must be released.
   */
  async read(files: readonly FileToRead[]): Promise<{ results: FileResult[]; pictures: EmbeddedCovers }> {
    const pictures = new EmbeddedCovers(this.#budget, file => this.#readCover(file))
    const batches: Promise<FileResult[]>[] = []
    for (let at = 0; at < files.length; at += BATCH) {
      batches.push(this.#readBatch(files.slice(at, at + BATCH), pictures))
    }
    return { results: (await Promise.all(batches)).flat(), pictures }
  }

  /** Terminates the threads; pending reads fail. */
  close(): Promise<void> {
    return this.#pool.close()
  }

  /** The cover in a file that was read before; undefined if it cannot be read any more. */
  async #readCover(file: FileToRead): Promise<Uint8Array | undefined> {
    let cover: Uint8Array | undefined
    const onUpdate = (update: FileUpdate) => {
      if ('pictureBytes' in update) cover = update.pictureBytes
    }
    await this.#pool.run([file], { onUpdate }).catch(error => {
      if (error instanceof WorkerError && error.failure === 'closed') throw error
    })
    return cover
  }

  /** Reads a batch. A file that ends its thread is reported; another thread continues with the next one. */
  async #readBatch(files: readonly FileToRead[], pictures: EmbeddedCovers): Promise<FileResult[]> {
    const results: FileResult[] = []
    const onUpdate = (file: FileToRead, update: FileUpdate) => {
      const { path } = file
      if ('problem' in update) return results.push({ path, ...update })
      const { pictureBytes, ...read } = update
      if (pictureBytes) pictures.add(read.picture, pictureBytes, file)
      return results.push({ path, ...read })
    }
    while (results.length < files.length) {
      try {
        await this.#pool.run(files.slice(results.length), {
          onUpdate: update => onUpdate(files[results.length] as FileToRead, update),
        })
      } catch (error) {
        if (error instanceof WorkerError && error.failure === 'closed') throw error
        const file = files[results.length]
        if (file) results.push({ path: file.path, problem: describe(error as Error), isTemporary: true })
      }
    }
    return results
  }
}

function describe(error: Error): string {
  const failure = error instanceof WorkerError ? error.failure : undefined
  if (failure === 'memory') return 'reading it took too much memory'
  if (failure === 'silence') return 'reading it took too long'
  const { message } = (error.cause ?? error) as Error
  return failure === 'crash' && !error.cause
    ? 'reading it ended the reader'
    : `reading it failed (${message})`
}
