import type { JobFault } from './worker-messages.ts'

/**
 * Why a worker did not complete a job: it did not start, took longer than the job may, sent no message for too long,
 * used too much processor time or memory, ended by itself, or the pool was closed.
 */
export type WorkerFailure = 'start' | 'time' | 'silence' | 'cpu' | 'memory' | 'crash' | 'closed'

const MESSAGES: Record<WorkerFailure, string> = {
  start: 'The worker does not start.',
  time: 'It took too long.',
  silence: 'It stopped answering.',
  cpu: 'It took too long (processor time).',
  memory: 'It took too much memory.',
  crash: 'The worker crashed.',
  closed: 'The service is stopping.',
}

/** A worker ended before it completed its job. */
export class WorkerError extends Error {
  override name = 'WorkerError'
  readonly failure: WorkerFailure
  /** The signal that ended a process that was not killed by the pool. */
  readonly signal: NodeJS.Signals | undefined

  constructor(failure: WorkerFailure, options: { cause?: unknown; signal?: NodeJS.Signals } = {}) {
    super(MESSAGES[failure], options.cause === undefined ? undefined : { cause: options.cause })
    this.failure = failure
    this.signal = options.signal
  }
}

/** The worker's program threw an error; the worker takes further jobs. */
export class JobError extends Error {
  override name = 'JobError'
  readonly fault: JobFault
  /** Of the system, such as `ENOSPC`. */
  readonly code: string | undefined

  constructor(fault: JobFault) {
    super(fault.message)
    this.fault = fault
    this.code = fault.code
  }
}
