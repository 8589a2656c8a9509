import { byteLimits } from '@refrain/contract/limits'
import { expect, it } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

const REQUESTS = 20_000
const SHORTEST = 1_000
const LONGEST = byteLimits.appForm

/** Every input in everything that takes one, each twice as long as the last, to 2 MiB: also where less fits. */
const DEAR_PLAN = {
  maxStepMs: 50,
  inputsOfEach: Infinity,
  lengthsOf(limit: number): number[] {
    const lengths = [limit]
    for (let length = SHORTEST; length <= LONGEST; length *= 2) lengths.push(length)
    return lengths
  },
}

it.each(['embedded', 'PostgreSQL'] as const)(
  'answers 20,000 generated requests and all dear inputs without server errors, internals and stalls on %s (PROP-13)',
  async dialect => {
    const { faults, slowRequests, dear } = await runFuzz({
      ...{ dialect, requests: REQUESTS, seed: Date.now() % 2 ** 31 },
      command: 'npm run test:soak -- apps/server/src/testing/fuzz/fuzz.soak.test.ts',
      dearPlan: DEAR_PLAN,
    })
    expect(faults).toEqual([])
    expect(slowRequests).toEqual([])
    expect(dear).toMatchObject({ faults: [], slow: [] })
  },
)
