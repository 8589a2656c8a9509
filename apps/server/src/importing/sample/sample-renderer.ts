import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { startProcess } from '../../workers/start-process.ts'
import { WorkerPool } from '../../workers/worker-pool.ts'

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url))
/** What plays next must not wait for what was prefetched. */
const URGENT_PROCESSES = 2
/** A process has some hundred megabytes of instruments. */
const IDLE_MS = 60_000

/** Argument of a process that must never be noticed. */
export const BACKGROUND = 'background'

export interface RenderJob {
  readonly folder: string
  /** Path of the track in the folder. */
  readonly file: string
}

interface WaitingJob extends PromiseWithResolvers<void> {
  readonly file: string
  readonly signal: AbortSignal | undefined
}

/** Processes that render tracks of the sample catalogue. */
export class SampleRenderer {
  readonly #folder: string
  readonly #pool: WorkerPool<RenderJob, void>
  readonly #inTurn: ReturnType<typeof pLimit>
  readonly #waiting: WaitingJob[] = []

  /** @param options.ahead one process of the lowest priority, for work that nobody waits for */
  constructor(folder: string, { ahead, program = PROGRAM }: { ahead: boolean; program?: string }) {
    this.#folder = folder
    const size = ahead ? 1 : URGENT_PROCESSES
    this.#inTurn = pLimit(size)
    this.#pool = new WorkerPool({
      start: startProcess(program, ahead ? { args: [BACKGROUND] } : {}),
      size,
      limits: {},
      idleMs: IDLE_MS,
    })
  }

  /**
   * Renders one file of the sample folder, the latest request first: its listener waits, while earlier ones may have gone on.
   * @param signal ends the process; a job that waits for its turn fails then
   * @throws Error if the track cannot be rendered, or the process ends or does not start
   */
  render(file: string, signal?: AbortSignal): Promise<void> {
    const job = { ...Promise.withResolvers<void>(), file, signal }
    this.#waiting.push(job)
    void this.#inTurn(() => this.#renderLatest())
    return job.promise
  }

  async #renderLatest(): Promise<void> {
    const job = this.#waiting.pop()
    if (!job) return
    const { file, signal, resolve, reject } = job
    await this.#pool.run({ folder: this.#folder, file }, signal && { signal }).then(resolve, reject)
  }

  /** Stops for good; the current track fails. */
  stop(): Promise<void> {
    return this.#pool.close()
  }
}
