import { fileURLToPath } from 'node:url'
import { startProcess } from '../../workers/start-process.ts'
import { WorkerPool } from '../../workers/worker-pool.ts'

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url))
/** Background rendering must not slow the service down. */
const NICE = 10

export interface RenderJob {
  readonly folder: string
  /** Path of the track in the folder. */
  readonly file: string
}

/** One process that renders one track of the sample catalogue at a time. */
export class SampleRenderer {
  readonly #folder: string
  readonly #pool: WorkerPool<RenderJob, void>

  constructor(folder: string, { nice, program = PROGRAM }: { nice: boolean; program?: string }) {
    this.#folder = folder
    this.#pool = new WorkerPool({
      start: startProcess(program, nice ? { nice: NICE } : {}),
      size: 1,
      limits: {},
    })
  }

  /**
   * Renders one file of the sample folder.
   * @throws Error if the track cannot be rendered, or the process ends or does not start
   */
  render(file: string): Promise<void> {
    return this.#pool.run({ folder: this.#folder, file })
  }

  /** Stops for good; the current track fails. */
  stop(): Promise<void> {
    return this.#pool.close()
  }
}
