import { JobError, WorkerError, type WorkerFailure } from './worker-errors.ts'
import type { StartWorker, WorkerEnd, WorkerHandle } from './worker-handle.ts'
import type { WorkerMessage, WorkerUsage } from './worker-messages.ts'

/** Limits of one job. A worker that exceeds one is killed, and the job fails with a `WorkerError`. */
export interface JobLimits {
  /** Until a new worker is ready, 60 s by default. */
  readonly startMs?: number
  /** Wall clock time for the whole job. */
  readonly wholeMs?: number
  /** Wall clock time without a message. */
  readonly silenceMs?: number
  /** Processor time, for processes that report their usage. */
  readonly cpuMs?: number
  /** Resident memory, for processes that report their usage. */
  readonly residentMb?: number
}

interface Task {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly onUpdate: (update: unknown) => void
}

const START_MS = 60_000
const BYTES_PER_MB = 1024 * 1024
/** A killed worker that has not ended by then hangs in the operating system; nobody waits for it any longer. */
const ABANDON_MS = 5_000

/** One worker, which runs one job at a time within limits. */
export class SupervisedWorker {
  readonly #limits: JobLimits
  readonly #handle: WorkerHandle
  readonly #ended = Promise.withResolvers<void>()
  #isReady = false
  #hasEnded = false
  #killedFor: Error | undefined
  #task: Task | undefined
  #deadline: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined

  /** @throws Error if the system refuses to start it */
  constructor(start: StartWorker, limits: JobLimits) {
    this.#limits = limits
    this.#handle = start({
      onMessage: message => this.#receive(message as WorkerMessage<unknown, unknown>),
      onEnd: end => this.#finish(end),
    })
    this.#handle.keepAlive(false)
  }

  /** It has been ready for jobs, so a failure is caused by its job. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** It ended, or was killed for not starting, before it was ready. */
  get hasFailedToStart(): boolean {
    const failure = this.#killedFor
    return this.#hasEnded && !this.#isReady && (!failure || isStartFailure(failure))
  }

  /** Resolves when it has ended or is abandoned. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** False once it was killed or has ended. */
  get isUsable(): boolean {
    return !this.#hasEnded && !this.#killedFor
  }

  /** Runs a job. @throws JobError, WorkerError, or the error that `kill` was called with */
  run(job: unknown, onUpdate: (update: unknown) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // A worker that is being killed keeps its deadline, which a job would replace.
      if (!this.isUsable) return reject(this.#killedFor ?? new WorkerError('crash'))
      this.#task = { resolve, reject, onUpdate }
      this.#handle.keepAlive(true)
      this.#startTimers()
      this.#handle.post(job)
    })
  }

  /** Kills the worker. Its job fails with this error once the worker has ended. */
  kill(error: Error): void {
    if (!this.isUsable) return
    this.#killedFor = error
    this.#stopTimers()
    this.#handle.kill()
    this.#deadline = setTimeout(() => this.#finish({}), ABANDON_MS)
  }

  /** Ends an idle worker unless it gets a job before. */
  endAfter(ms: number): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => this.kill(new WorkerError('closed')), ms).unref()
  }

  /** Starts the time limits of a job when the worker is ready to take it. */
  #startTimers(): void {
    this.#stopTimers()
    const { startMs = START_MS, wholeMs, silenceMs } = this.#limits
    if (!this.#isReady) this.#deadline = this.#killAfter(startMs, 'start')
    else {
      if (wholeMs !== undefined) this.#deadline = this.#killAfter(wholeMs, 'time')
      if (silenceMs !== undefined) this.#silence = this.#killAfter(silenceMs, 'silence')
    }
  }

  #stopTimers(): void {
    clearTimeout(this.#deadline)
    clearTimeout(this.#silence)
    this.#deadline = undefined
    this.#silence = undefined
  }

  #killAfter(ms: number, failure: WorkerFailure): NodeJS.Timeout {
    return setTimeout(() => this.kill(new WorkerError(failure)), ms)
  }

  #receive(message: WorkerMessage<unknown, unknown>): void {
    if (!this.isUsable) return
    if ('ready' in message) {
      this.#isReady = true
      if (this.#task) this.#startTimers()
      return
    }
    this.#silence?.refresh()
    if ('usage' in message) this.#checkUsage(message.usage)
    else if ('update' in message) this.#task?.onUpdate(message.update)
    else this.#settle(message)
  }

  #checkUsage({ cpuMs, residentBytes }: WorkerUsage): void {
    const { cpuMs: mostCpuMs = Number.POSITIVE_INFINITY, residentMb = Number.POSITIVE_INFINITY } =
      this.#limits
    if (residentBytes > residentMb * BYTES_PER_MB) this.kill(new WorkerError('memory'))
    else if (cpuMs > mostCpuMs) this.kill(new WorkerError('cpu'))
  }

  #settle(message: { result: unknown } | { failed: ConstructorParameters<typeof JobError>[0] }): void {
    const task = this.#task
    this.#task = undefined
    this.#stopTimers()
    this.#handle.keepAlive(false)
    if ('result' in message) task?.resolve(message.result)
    else task?.reject(new JobError(message.failed))
  }

  #finish(end: WorkerEnd): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#stopTimers()
    this.#task?.reject(this.#killedFor ?? this.#describe(end))
    this.#task = undefined
    this.#ended.resolve()
  }

  #describe({ error, signal }: WorkerEnd): WorkerError {
    const details = { ...(error ? { cause: error } : {}), ...(signal ? { signal } : {}) }
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return new WorkerError('memory', details)
    }
    return new WorkerError(this.#isReady ? 'crash' : 'start', details)
  }
}

function isStartFailure(error: Error): boolean {
  return error instanceof WorkerError && error.failure === 'start'
}
