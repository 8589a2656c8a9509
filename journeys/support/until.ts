import { expect } from 'vitest'

/** Long enough for a machine that is busy with other things; a condition that holds is seen at once. */
const PATIENCE_MS = 20_000

/** Looks again and again until what `read` answers is as expected; `what` it is stands in the failure. */
export const until = <Value>(read: () => Value | Promise<Value>, what?: string) =>
  expect.poll(read, { timeout: PATIENCE_MS, ...(what && { message: what }) })
