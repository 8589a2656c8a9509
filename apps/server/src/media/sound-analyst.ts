import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { SoundAnalysis } from './analyse-sound.ts'
import type { SoundFileToRead } from './decode-sound.ts'

/** What the process says about the file it was given. */
export type AnalystMessage = { alive: true } | { analysis: SoundAnalysis } | { failed: string }

export interface AnalystLimits {
  /** A process that says nothing for so long is ended. */
  readonly silenceMs: number
  /** No file takes longer. */
  readonly wholeMs: number
}

const LIMITS: AnalystLimits = { silenceMs: 30_000, wholeMs: 15 * 60_000 }
const PROGRAM = fileURLToPath(new URL('./analysis-process.ts', import.meta.url))
const MEMORY_MB = 256

/** The file cannot be analysed, as opposed to: nobody is there to do it. */
export class AnalysisError extends Error {
  override name = 'AnalysisError'
}

/**
 * A process of low priority that listens to one sound file at a time. The bytes may be anything: where it
 * hangs, dies or takes too much memory, only that file fails.
 */
export class SoundAnalyst {
  readonly #limits: AnalystLimits
  readonly #program: string
  #child: ChildProcess | undefined
  #stopped = false

  constructor(limits: Partial<AnalystLimits> = {}, program: string = PROGRAM) {
    this.#limits = { ...LIMITS, ...limits }
    this.#program = program
  }

  /**
   * Listens to a file.
   * @throws AnalysisError where that cannot be done.
   * @throws Error where it was stopped.
   */
  analyse(file: SoundFileToRead): Promise<SoundAnalysis> {
    const child = this.#running()
    return new Promise((resolve, reject) => {
      const whole = setTimeout(() => giveUp('It took too long.'), this.#limits.wholeMs)
      const silence = setTimeout(() => giveUp('It stopped answering.'), this.#limits.silenceMs)
      const settle = () => {
        clearTimeout(whole)
        clearTimeout(silence)
        child.off('message', onMessage)
        child.off('exit', onExit)
        child.off('error', onExit)
      }
      const fail = (why: string) => {
        settle()
        reject(this.#stopped ? new Error('The service is stopping.') : new AnalysisError(why))
      }
      const giveUp = (why: string) => {
        this.rest()
        fail(why)
      }
      const onExit = () => {
        this.#child = undefined
        fail('It ended the process that read it.')
      }
      const onMessage = (message: AnalystMessage) => {
        silence.refresh()
        if ('alive' in message) return
        if ('failed' in message) return fail(message.failed)
        settle()
        resolve(message.analysis)
      }
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.on('error', onExit)
      child.send(file, error => error && onExit())
    })
  }

  /** Ends the process until the next file. */
  rest(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  /** Ends the process; what is under way is broken off. */
  stop(): void {
    this.#stopped = true
    this.#child?.kill('SIGKILL')
  }

  #running(): ChildProcess {
    if (this.#stopped) throw new Error('The service is stopping.')
    if (this.#child?.connected) return this.#child
    this.#child = fork(this.#program, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      serialization: 'advanced',
    })
    return this.#child
  }
}
