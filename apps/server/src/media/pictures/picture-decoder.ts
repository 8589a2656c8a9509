import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import type { decodeSquare, measureEdge, Reencoded, reencode } from './decode-picture.ts'
import type { Pixels } from './picture-colours.ts'
import { DecoderUnavailableError, PictureError } from './picture-error.ts'

interface Steps {
  measureEdge: typeof measureEdge
  decodeSquare: typeof decodeSquare
  reencode: typeof reencode
}

export interface PictureJob {
  readonly step: keyof Steps
  readonly bytes: Uint8Array
}

export type DecoderMessage =
  | { ready: true }
  | { result: Awaited<ReturnType<Steps[keyof Steps]>> }
  | { refused: string }
  | { overMemory: true }

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
const START_LIMIT_MS = 60_000
/** An idle process gives its memory back. */
const IDLE_MS = 10_000
/** Signals of a decoder that crashed on its input; any other end is caused by the machine. */
const CRASHES: readonly (string | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE']
/** Decoders get no secrets: they process hostile input. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE']

/**
 * Decodes pictures in child processes. libvips cannot be interrupted inside one call, so a process that exceeds its
 * limit is killed; its slot is free again once it is dead.
 */
export class PictureDecoder {
  readonly #options: DecoderOptions
  readonly #inTurn: ReturnType<typeof pLimit>
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()
  readonly #all = new Set<ChildProcess>()
  #closed = false

  constructor(options: DecoderOptions) {
    this.#options = options
    this.#inTurn = pLimit(options.processes)
  }

  /** Edge of the largest square in a picture. @throws PictureError, DecoderUnavailableError */
  measureEdge(bytes: Uint8Array, options?: DecodeOptions): Promise<number> {
    return this.#decode({ step: 'measureEdge', bytes }, options) as Promise<number>
  }

  /** The centre square of a picture, see decode-picture.ts. @throws PictureError, DecoderUnavailableError */
  decodeSquare(bytes: Uint8Array, options?: DecodeOptions): Promise<Pixels> {
    return this.#decode({ step: 'decodeSquare', bytes }, options) as Promise<Pixels>
  }

  /** A picture as a new JPEG, see decode-picture.ts. @throws PictureError, DecoderUnavailableError */
  reencode(bytes: Uint8Array, options?: DecodeOptions): Promise<Reencoded> {
    return this.#decode({ step: 'reencode', bytes }, options) as Promise<Reencoded>
  }

  /** Kills the processes; pictures being decoded fail. */
  close(): void {
    this.#closed = true
    for (const child of this.#all) child.kill('SIGKILL')
  }

  #decode(job: PictureJob, { signal, isFresh = false }: DecodeOptions = {}): Promise<unknown> {
    return this.#inTurn(() => {
      signal?.throwIfAborted()
      if (this.#closed) throw new DecoderUnavailableError('the decoder is closed')
      const idle = this.#takeIdle()
      if (isFresh) idle?.kill('SIGKILL')
      return this.#run(isFresh || !idle ? this.#start() : idle, job, signal)
    })
  }

  #run(child: ChildProcess & { isReady?: boolean }, job: PictureJob, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let whyKilled: Error | undefined
      const kill = (why: Error) => {
        whyKilled ??= why
        child.kill('SIGKILL')
      }
      const tookTooLong = () => kill(new DecoderUnavailableError('decoding it took too long'))
      let timer = setTimeout(tookTooLong, child.isReady ? this.#options.limitMs : START_LIMIT_MS)
      const onAbort = () => kill(signal?.reason)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        child.off('message', onMessage)
        child.off('exit', onExit)
        child.off('error', onExit)
      }
      const onMessage = (message: DecoderMessage) => {
        // Messages of a dying process are ignored.
        if (whyKilled) return
        if ('ready' in message) {
          child.isReady = true
          clearTimeout(timer)
          timer = setTimeout(tookTooLong, this.#options.limitMs)
          return
        }
        if ('overMemory' in message) return kill(new PictureError('decoding it takes too much memory'))
        settle()
        this.#rest(child)
        if ('refused' in message) reject(new PictureError(message.refused))
        else resolve(message.result)
      }
      const onExit = (_status: unknown, by?: NodeJS.Signals | null) => {
        settle()
        reject(whyKilled ?? describeDeath(by))
      }
      signal?.addEventListener('abort', onAbort)
      child.on('message', onMessage)
      child.on('exit', onExit)
      child.on('error', onExit)
      child.send(job)
    })
  }

  #start(): ChildProcess {
    const child = fork(this.#options.program ?? PROGRAM, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: Object.fromEntries(ENVIRONMENT.map(name => [name, process.env[name]])),
    })
    this.#all.add(child)
    const forget = () => {
      this.#all.delete(child)
      this.#takeIdle(child)
    }
    child.on('exit', forget)
    child.on('error', forget)
    return child
  }

  /** Keeps a process for the next picture for a while, without keeping this process alive. */
  #rest(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const end = setTimeout(() => this.#takeIdle(child)?.kill('SIGKILL'), IDLE_MS).unref()
    this.#idle.set(child, end)
  }

  #takeIdle(wanted?: ChildProcess): ChildProcess | undefined {
    const child = wanted ?? this.#idle.keys().next().value
    if (!child || !this.#idle.has(child)) return undefined
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    child.ref()
    child.channel?.ref()
    return child
  }
}

function describeDeath(signal: NodeJS.Signals | null | undefined): Error {
  if (signal && CRASHES.includes(signal)) return new PictureError('it crashes the decoder')
  return new DecoderUnavailableError('its decoder ended unexpectedly')
}
