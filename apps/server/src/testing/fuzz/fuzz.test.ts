import { expect, it } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

/** Always the same requests: a failure is a change's doing. The long run draws new ones. */
const SEED = 15
const REQUESTS = 1_000
/** Milliseconds; generous, as a loaded machine also delays input and output. The long run is strict. */
const MAX_STALL = 2_000
/**
 * Each input once, at the limit of what it is in, and on one database: what it costs beside the database does not depend on that.
 * The long run sends every input to everything that takes one.
 */
const DEAR_PLANS = {
  // Three times what the long run allows: a loaded machine computes more slowly.
  embedded: { inputsOfEach: 1, lengthsOf: (limit: number) => [limit], maxStepMs: 150 },
  PostgreSQL: undefined,
}
const MAX_DEAR_REQUESTS = 2_000

it.each(['embedded', 'PostgreSQL'] as const)(
  'answers generated requests without server errors, internals and stalls on %s (PROP-13)',
  { timeout: 300_000 },
  async dialect => {
    const { faults, longestStall, dear } = await runFuzz({
      ...{ dialect, requests: REQUESTS, seed: SEED },
      command: 'npx vitest run --project server apps/server/src/testing/fuzz/fuzz.test.ts',
      dearPlan: DEAR_PLANS[dialect],
    })
    expect(faults).toEqual([])
    expect(longestStall).toBeLessThan(MAX_STALL)
    expect(dear).toEqual({ requests: expect.any(Number), faults: [], slow: [] })
    expect(dear.requests).toBeLessThanOrEqual(MAX_DEAR_REQUESTS)
  },
)
