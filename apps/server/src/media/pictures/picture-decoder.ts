import { fileURLToPath } from 'node:url'
import type { PictureSize } from '@refrain/contract/media/pictures'
import { startProcess } from '../../workers/start-process.ts'
import { JobError, WorkerError } from '../../workers/worker-errors.ts'
import { WorkerPool } from '../../workers/worker-pool.ts'
import type { Reencoded } from './decode-picture.ts'
import type { DerivativeForm, EncodedPicture } from './encoded-picture.ts'
import { DecoderUnavailableError, PictureError } from './picture-error.ts'

export type PictureJob = { readonly bytes: Uint8Array } & (
  | { readonly step: 'measureEdge' | 'reencode' }
  | { readonly step: 'encodeDerivatives'; readonly sizes: readonly PictureSize[] | undefined }
  | { readonly step: 'encodeDerivative'; readonly form: DerivativeForm }
)

export type PictureResult = { result: number | EncodedPicture | Uint8Array | Reencoded } | { refused: string }

export interface DecodeOptions {
  /** Ends the decoding early. */
  readonly signal?: AbortSignal
  /** Starts a new process for this picture. */
  readonly isFresh?: boolean
}

export interface DecoderOptions {
  /** Pictures decoded at the same time. */
  readonly processes: number
  /** Longest time for one picture. */
  readonly limitMs: number
  /** Another program, for tests. */
  readonly program?: string
}

const PROGRAM = fileURLToPath(new URL('./picture-decoder-process.ts', import.meta.url))
/** An idle process gives its memory back. */
const IDLE_MS = 10_000
/** The largest accepted pictures stay well below. */
const MEMORY_MB = 768
/** Listeners' requests come first. */
const NICE = 10
/** Signals of a decoder that crashed on its input; any other end is caused by the machine. */
const CRASHES: readonly (string | undefined)[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE']

/** Decodes pictures in child processes, since libvips cannot be interrupted inside one call. */
export class PictureDecoder {
  readonly #pool: WorkerPool<PictureJob, PictureResult>

  constructor({ processes, limitMs, program = PROGRAM }: DecoderOptions) {
    this.#pool = new WorkerPool({
      start: startProcess(program, { isSmall: true, nice: NICE }),
      size: processes,
      limits: { wholeMs: limitMs, residentMb: MEMORY_MB },
      idleMs: IDLE_MS,
    })
  }

  /** Edge of the largest square in a picture. @throws PictureError, DecoderUnavailableError */
  measureEdge(bytes: Uint8Array, options?: DecodeOptions): Promise<number> {
    return this.#decode({ step: 'measureEdge', bytes }, options) as Promise<number>
  }

  /**
   * Derivatives of a picture, see decode-picture.ts: by default the first ones. Made in the process, because pixels are
   * thirty times as large as what they are encoded to.
   * @throws PictureError, DecoderUnavailableError
   */
  encodeDerivatives(
    bytes: Uint8Array,
    { sizes, ...options }: DecodeOptions & { readonly sizes?: readonly PictureSize[] } = {},
  ): Promise<EncodedPicture> {
    return this.#decode({ step: 'encodeDerivatives', bytes, sizes }, options) as Promise<EncodedPicture>
  }

  /** One derivative of a picture, see decode-picture.ts. @throws PictureError, DecoderUnavailableError */
  encodeDerivative(bytes: Uint8Array, form: DerivativeForm): Promise<Uint8Array> {
    return this.#decode({ step: 'encodeDerivative', bytes, form }) as Promise<Uint8Array>
  }

  /** A picture as a new JPEG, see decode-picture.ts. @throws PictureError, DecoderUnavailableError */
  reencode(bytes: Uint8Array, options?: DecodeOptions): Promise<Reencoded> {
    return this.#decode({ step: 'reencode', bytes }, options) as Promise<Reencoded>
  }

  /** Kills the processes; pictures being decoded fail. Resolves when the processes have ended. */
  close(): Promise<void> {
    return this.#pool.close()
  }

  async #decode(job: PictureJob, options: DecodeOptions = {}): Promise<unknown> {
    const outcome = await this.#pool.run(job, options).catch(error => {
      throw toPictureError(error)
    })
    if ('refused' in outcome) throw new PictureError(outcome.refused)
    return outcome.result
  }
}

/** Tells failures of the picture from those of the machine. */
function toPictureError(error: unknown): unknown {
  if (error instanceof JobError) return new DecoderUnavailableError(`its decoder failed (${error.message})`)
  if (!(error instanceof WorkerError)) return error
  if (error.failure === 'memory') return new PictureError('decoding it takes too much memory')
  if (error.failure === 'time') return new DecoderUnavailableError('decoding it took too long')
  if (error.failure === 'closed') return new DecoderUnavailableError('the decoder is closed')
  if (CRASHES.includes(error.signal)) return new PictureError('it crashes the decoder')
  return new DecoderUnavailableError('its decoder ended unexpectedly')
}
