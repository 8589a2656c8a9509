import { expect, it } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

const REQUESTS = 20_000

it.each(['embedded', 'PostgreSQL'] as const)(
  'answers 20,000 generated requests without server errors, internals and stalls on %s (PROP-13)',
  async dialect => {
    const { faults, slowRequests } = await runFuzz({
      ...{ dialect, requests: REQUESTS, seed: Date.now() % 2 ** 31 },
      command: 'npm run test:soak -- apps/server/src/testing/fuzz/fuzz.soak.test.ts',
    })
    expect(faults).toEqual([])
    expect(slowRequests).toEqual([])
  },
)
