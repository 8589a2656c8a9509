import type { Music } from './prepare-music.ts'

/** What `listeners-process.ts` plays from the service. */
export interface ListenersJob {
  readonly port: number
  /** Epoch milliseconds. */
  readonly startAt: number
  readonly listeners: number
  /** They begin at even intervals within this time. */
  readonly beginWithinMs: number
  /** Speed of each listener's line in kbit/s; 0 for no limit. */
  readonly line: number
  /** Connections that ask for nothing after one request. */
  readonly idle: number
  readonly music: Music
}

export interface ListenersResult {
  /** Interruptions of all listeners, in milliseconds. */
  readonly stalls: number[]
  /** Milliseconds from pressing play to the first audio. */
  readonly starts: number[]
  /** Of each range: when it was due, since the start, and how long after that it was complete, in milliseconds. */
  readonly ranges: [dueMs: number, milliseconds: number][]
  bytes: number
  /** The first ones. */
  readonly errors: string[]
  errorCount: number
}
