import type { CallRequest } from '@refrain/contract/request'
import type { Dialect } from '@refrain/server/database/open'
import type { RawReader } from './raw-reader.ts'

/** One figure: how long the service takes for what a listener does, and what the database alone takes for the same rows. */
export interface Figure {
  readonly name: string
  /** The share of requests that must be within the budget. */
  readonly percentile: 0.95 | 0.99
  /** Milliseconds. */
  readonly budget: Readonly<Record<Dialect, number>>
  /** Requests of a round; fewer where there are not so many distinct ones. */
  readonly samples?: number
  /** The requests of one sample, with different records for each `n`. */
  readonly ask: (n: number) => readonly (CallRequest & { readonly token?: string })[]
  /** Reads or writes the same rows with prepared statements, in this process. */
  readonly limit: (raw: RawReader, n: number) => Promise<unknown>
  /** Why a budget is missed. */
  readonly reason?: Partial<Record<Dialect, string>>
}
