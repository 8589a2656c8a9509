/** What a worker sends: `ready` once, then for each job updates and one result or failure. */
export type WorkerMessage<Result, Update> =
  | { readonly ready: true }
  | { readonly update: Update }
  | { readonly usage: WorkerUsage }
  | { readonly result: Result }
  | { readonly failed: JobFault }

/** Resources of a worker process. */
export interface WorkerUsage {
  /** Processor time of the current job. */
  readonly cpuMs: number
  readonly residentBytes: number
}

/** An error that the program of a worker has thrown. */
export interface JobFault {
  readonly name: string
  readonly message: string
  readonly code?: string
}
