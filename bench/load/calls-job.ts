import type { CallRequest } from '@refrain/contract/request'

export type Call = CallRequest & { readonly token?: string }

export interface OpenLoop {
  readonly perSecond: number
  /** Sent in turn, repeatedly. */
  readonly requests: readonly Call[]
}

/** What `calls-process.ts` sends to the service. */
export interface CallsJob {
  readonly port: number
  /** Epoch milliseconds. */
  readonly startAt: number
  readonly loops: Readonly<Record<string, OpenLoop>>
}

export interface OpenLoopResult {
  /** Of each answer: when it was due, since the start, and how long after that it came, in milliseconds. */
  readonly samples: [dueMs: number, milliseconds: number][]
  /** How late each request was sent, in milliseconds: the generator's own delay. */
  readonly lateMs: number[]
  /** The first ones. */
  readonly errors: string[]
  errorCount: number
}

export type CallsResult = Readonly<Record<string, OpenLoopResult>>
