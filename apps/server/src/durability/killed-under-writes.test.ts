import { expect, it } from 'vitest'
import { startKillRun } from './testing/start-kill-run.ts'

it.each(['sqlite', 'postgres'] as const)(
  'a service that is killed under writes loses no acknowledged change and doubles none on %s',
  async dialect => {
    const { acknowledged } = await startKillRun(dialect, { times: 2, seed: 1 })
    expect(acknowledged).toBeGreaterThan(10)
  },
  240_000,
)
