import { fileURLToPath } from 'node:url'
import type { AudioFile } from '@refrain/audio/format'
import type { AudioAnalysis } from '@refrain/audio/loudness/analyse-audio'
import { startProcess } from '../../workers/start-process.ts'
import { JobError, WorkerError } from '../../workers/worker-errors.ts'
import { WorkerPool } from '../../workers/worker-pool.ts'

/** Whether the file or the machine caused it; the latter says nothing about the file. */
export type AnalysisFault = 'file' | 'crash' | 'machine'

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
const PROGRAM = fileURLToPath(new URL('./analyser-process.ts', import.meta.url))
const HEAP_MB = 256
/** Decoders allocate memory outside the heap. */
const RESIDENT_MB = 512

/** `EIO`, `ESTALE`, `EMFILE`, a missing module: problems of the machine, not of the file. */
const MACHINE_FAULT = /^E[A-Z0-9]+$|MODULE_NOT_FOUND$/

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
  readonly #pool: WorkerPool<AudioFile, AudioAnalysis>

  constructor(limits: Partial<AnalyserLimits> = {}, program: string = PROGRAM) {
    const { silenceMs, cpuMs, yieldTo } = { ...LIMITS, ...limits }
    this.#pool = new WorkerPool({
      start: startProcess(program, {
        args: yieldTo ? [yieldTo] : [],
        heapMb: HEAP_MB,
        // It may start ffmpeg.
        ownsGroup: true,
        isSilent: true,
      }),
      size: 1,
      limits: { silenceMs, cpuMs, residentMb: RESIDENT_MB },
    })
  }

  /**
   * Analyses a file.
   * @throws AnalysisError if it cannot be analysed
   * @throws Error if the analyser was stopped or does not start
   */
  analyse(file: AudioFile): Promise<AudioAnalysis> {
    return this.#pool.run(file).catch(error => {
      throw toAnalysisError(error)
    })
  }

  /** Stops the process and aborts the current file. */
  stop(): Promise<void> {
    return this.#pool.close()
  }
}

function toAnalysisError(error: unknown): unknown {
  if (error instanceof JobError) {
    const { message, code = '' } = error.fault
    return new AnalysisError(message, MACHINE_FAULT.test(code) ? 'machine' : 'file')
  }
  if (!(error instanceof WorkerError)) return error
  if (error.failure === 'closed') return error
  if (error.failure === 'start') return new Error('The analyser process does not start.', { cause: error })
  return new AnalysisError(describe(error), 'crash')
}

function describe({ failure, message }: WorkerError): string {
  return failure === 'crash' ? 'The decoder crashed on this file.' : message
}
