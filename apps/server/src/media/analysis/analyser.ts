import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AudioFile } from '@refrain/audio/format'
import type { AudioAnalysis } from '@refrain/audio/loudness/analyse-audio'

/** Messages of the process: ready, then one result per file. */
export type AnalyserMessage =
  | { ready: true }
  | { alive: true; cpuMs: number }
  | { analysis: AudioAnalysis }
  | { failed: string; by: Exclude<AnalysisFault, 'file it died of'> }

/** Whether the file or the machine caused it; the latter says nothing about the file. */
export type AnalysisFault = 'file' | 'file it died of' | 'machine'

export interface AnalyserLimits {
  /**
   * A process without a message for this long is killed. At its low priority it may be slow on a busy
   * machine.
   */
  readonly silenceMs: number
  /** Processor time for one file. Time spent waiting for a busy service does not count. */
  readonly cpuMs: number
  /** The load file of the service to yield to; see `loadFile`. */
  readonly yieldTo?: string
}

const LIMITS: AnalyserLimits = { silenceMs: 5 * 60_000, cpuMs: 15 * 60_000 }
const STARTING_MS = 60_000
const PROGRAM = fileURLToPath(new URL('./analyser-process.ts', import.meta.url))
const MEMORY_MB = 256

/** This file could not be analysed; any other error means that no analyser is available. */
export class AnalysisError extends Error {
  override name = 'AnalysisError'
  readonly fault: AnalysisFault

  constructor(message: string, fault: AnalysisFault) {
    super(message)
    this.fault = fault
  }
}

/**
 * Analyses one audio file at a time in a child process of low priority. The bytes may be hostile: a file that
 * hangs, crashes or exhausts the decoder fails alone.
 */
export class Analyser {
  readonly #limits: AnalyserLimits
  readonly #program: string
  #child: ChildProcess | undefined
  /** The process is ready; before that, a failure says nothing about files. */
  #isReady = false
  #stopped = false

  constructor(limits: Partial<AnalyserLimits> = {}, program: string = PROGRAM) {
    this.#limits = { ...LIMITS, ...limits }
    this.#program = program
  }

  /**
   * Analyses a file.
   * @throws AnalysisError if it cannot be analysed
   * @throws Error if the analyser was stopped or does not start
   */
  analyse(file: AudioFile): Promise<AudioAnalysis> {
    const child = this.#running()
    return new Promise((resolve, reject) => {
      let silence = setTimeout(() => giveUp(), STARTING_MS)
      /** The time limit starts when the process takes the file. */
      const begin = () => {
        this.#isReady = true
        clearTimeout(silence)
        silence = setTimeout(() => giveUp('It stopped answering.'), this.#limits.silenceMs)
      }
      const settle = () => {
        clearTimeout(silence)
        child.off('message', onMessage)
        child.off('exit', onExit)
        child.off('error', onExit)
      }
      const fail = (why: string, fault: AnalysisFault) => {
        settle()
        if (this.#stopped) reject(new Error('The service is stopping.'))
        else if (!this.#isReady) reject(new Error('The process that listens does not start.'))
        else reject(new AnalysisError(why, fault))
      }
      const giveUp = (why = '') => {
        this.rest()
        fail(why, 'file it died of')
      }
      const onExit = () => {
        this.rest()
        fail('It ended the process that read it.', 'file it died of')
      }
      const onMessage = (message: AnalyserMessage) => {
        if ('ready' in message) return begin()
        silence.refresh()
        if ('alive' in message) {
          if (message.cpuMs > this.#limits.cpuMs) giveUp('It took too long.')
          return
        }
        if ('failed' in message) return fail(message.failed, message.by)
        settle()
        resolve(message.analysis)
      }
      if (this.#isReady) begin()
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.on('error', onExit)
      child.send(file, error => error && onExit())
    })
  }

  /** Stops the process until the next file. */
  rest(): void {
    endGroup(this.#child)
    this.#child = undefined
  }

  /** Stops the process and aborts the current file. */
  stop(): void {
    this.#stopped = true
    endGroup(this.#child)
  }

  #running(): ChildProcess {
    if (this.#stopped) throw new Error('The service is stopping.')
    if (this.#child?.connected) return this.#child
    this.#isReady = false
    const { yieldTo } = this.#limits
    this.#child = fork(this.#program, yieldTo ? [yieldTo] : [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      serialization: 'advanced',
      // Its own process group, so that it ends together with what it has started.
      detached: true,
      env: { ...process.env, DATABASE_URL: undefined },
    })
    // Reported to the waiting caller; between files nobody needs to know.
    this.#child.on('error', () => {})
    return this.#child
  }
}

/** Kills a process and what it has started, even if it has exited itself already. */
function endGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is gone, or this platform has no process groups.
    child.kill('SIGKILL')
  }
}
