import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./sample-render-process.ts', import.meta.url))
/** Background rendering gives way to whoever listens. */
const NICE = 10

export interface RenderAnswer {
  readonly file: string
  readonly error?: string
}

/** One process that renders one track of the sample catalogue at a time. */
export class SampleRenderer {
  readonly #folder: string
  readonly #nice: boolean
  #child: ChildProcess | undefined

  constructor(folder: string, options: { nice: boolean }) {
    this.#folder = folder
    this.#nice = options.nice
  }

  /**
   * Renders one file of the sample folder; starts the process where it does not run.
   * @throws Error when the track cannot be rendered or the process ends.
   */
  render(file: string): Promise<void> {
    const child = this.#running()
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        child.off('message', onMessage)
        child.off('exit', onExit)
        if (error) reject(error)
        else resolve()
      }
      const onMessage = (answer: RenderAnswer) => {
        if (answer.file === file) settle(answer.error === undefined ? undefined : new Error(answer.error))
      }
      const onExit = () => settle(new Error('The rendering process ended.'))
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.send({ folder: this.#folder, file })
    })
  }

  stop(): void {
    this.#child?.kill()
    this.#child = undefined
  }

  #running(): ChildProcess {
    if (this.#child?.connected) return this.#child
    const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    if (this.#nice && child.pid) setPriority(child.pid, NICE)
    this.#child = child
    return child
  }
}
