import type { Duplicate } from '@refrain/contract/administration/collection'
import type { OpenDatabase } from '../../database/open.ts'
import { startThread } from '../../workers/start-thread.ts'
import { WorkerPool } from '../../workers/worker-pool.ts'
import type { Slice } from './collection-store.ts'
import { readDatabasePath, readDuplicatesWithin } from './duplicate-store.ts'

const PROGRAM = new URL('./duplicate-worker.ts', import.meta.url)
const LIMITS = { wholeMs: 60_000 }
const HEAP_MB = 128
const IDLE_MS = 20_000

export interface DuplicateJob {
  /** Path of the embedded database. */
  readonly file: string
  readonly slice: Slice
}

/** Reads duplicates. An embedded database is read in a thread: its queries block the one that runs them, with every stream. */
export class DuplicateFinder {
  readonly #open: OpenDatabase
  readonly #pool = new WorkerPool<DuplicateJob, Duplicate[]>({
    start: startThread(PROGRAM, { heapMb: HEAP_MB }),
    size: 1,
    limits: LIMITS,
    idleMs: IDLE_MS,
  })

  constructor(open: OpenDatabase) {
    this.#open = open
  }

  async read(slice: Slice): Promise<Duplicate[]> {
    const { db, dialect } = this.#open
    if (dialect === 'postgres') return readDuplicatesWithin(db, slice, LIMITS.wholeMs)
    return this.#pool.run({ file: await readDatabasePath(db), slice })
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
