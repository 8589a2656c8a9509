import type { BenchVisit } from './visit.ts'

/** Milliseconds of processor time that the page's scripts take while `act` runs. Unlike the clock, it does not count what other programs do meanwhile. */
export async function scriptTime({ session }: BenchVisit, act: () => Promise<void>): Promise<number> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await read()
  await act()
  const after = await read()
  await session.send('Performance.disable')
  return after - before

  async function read(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
  }
}
