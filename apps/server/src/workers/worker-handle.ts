/** How a worker ended by itself or was killed. */
export interface WorkerEnd {
  readonly signal?: NodeJS.Signals | null
  readonly error?: Error
}

export interface WorkerEvents {
  onMessage(message: unknown): void
  /** Called once, after the last message. */
  onEnd(end: WorkerEnd): void
}

/** A child process or a worker thread. */
export interface WorkerHandle {
  post(job: unknown): void
  /** Ends the worker at once, together with processes that it has started. */
  kill(): void
  /** Decides whether the worker keeps this process alive. */
  keepAlive(isNeeded: boolean): void
}

/** Starts a worker. @throws Error if the system refuses; it may also report that by `onEnd` */
export type StartWorker = (events: WorkerEvents) => WorkerHandle
