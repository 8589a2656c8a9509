/** Requests to add to one count that all processes share. */
interface CountChange {
  readonly key: string
  /** May be negative: a request that is not counted after all. */
  readonly add: number
  /** Milliseconds until the window ends, if no other process has begun it. */
  readonly msLeft: number
}

/** A count with the requests of all processes. */
export interface SharedCount {
  readonly count: number
  /** Milliseconds until its window ends. */
  readonly msLeft: number
}

/** Where processes add up what each has counted. */
export interface CountStore {
  /**
   * Adds to counts, each key at most once. A count whose window has ended starts anew.
   * @returns the new counts in the same order
   */
  add(changes: readonly CountChange[]): Promise<readonly SharedCount[]>
}

/** The store did not answer in time: the counts may have been added or not. */
export class UnclearCountError extends Error {
  override name = 'UnclearCountError'
}
