import { expect } from 'vitest'

/** Long enough for a busy machine; a condition that holds is noticed at once. */
const PATIENCE_MS = 20_000
/** Each look costs the page and this process as much as many small steps of a journey. */
const INTERVAL_MS = 100

/** Polls until the value of `read` matches the expectation; `what` names it in the failure. */
export const until = <Value>(read: () => Value | Promise<Value>, what?: string) =>
  expect.poll(read, { timeout: PATIENCE_MS, interval: INTERVAL_MS, ...(what && { message: what }) })
