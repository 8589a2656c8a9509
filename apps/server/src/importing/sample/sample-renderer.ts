import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url))
/** Background rendering must not slow the service down. */
const NICE = 10

export interface RenderAnswer {
  readonly file: string
  readonly error?: string
}

/** One process that renders one track of the sample catalogue at a time. */
export class SampleRenderer {
  readonly #folder: string
  readonly #nice: boolean
  readonly #execPath: string
  #child: ChildProcess | undefined

  constructor(folder: string, { nice, execPath = process.execPath }: { nice: boolean; execPath?: string }) {
    this.#folder = folder
    this.#nice = nice
    this.#execPath = execPath
  }

  /**
   * Renders one file of the sample folder; starts the process where it does not run.
   * @throws Error when the track cannot be rendered, or the process ends or cannot be started.
   */
  async render(file: string): Promise<void> {
    const child = this.#running()
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        child.off('message', onMessage)
        child.off('exit', onExit)
        child.off('error', settle)
        if (error) reject(error)
        else resolve()
      }
      const onMessage = (answer: RenderAnswer) => {
        if (answer.file === file) settle(answer.error === undefined ? undefined : new Error(answer.error))
      }
      const onExit = () => settle(new Error('The rendering process ended.'))
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.on('error', settle)
      child.send({ folder: this.#folder, file }, error => error && settle(error))
    })
  }

  stop(): void {
    this.#child?.kill()
    this.#child = undefined
  }

  #running(): ChildProcess {
    if (this.#child?.connected) return this.#child
    const child = fork(PROGRAM, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execPath: this.#execPath,
    })
    // A process that cannot be started, or ends between two tracks, must not end the service.
    child.on('error', () => {
      if (this.#child === child) this.#child = undefined
    })
    if (this.#nice && child.pid) setNice(child.pid)
    this.#child = child
    return child
  }
}

function setNice(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
