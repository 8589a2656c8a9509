import type { CDPSession } from 'playwright-core'
import type { BenchVisit } from './visit.ts'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of processor time. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * Milliseconds of processor time of the longest task of the page's thread while `act` runs. Unlike the
 * clock, it does not count what other programs do meanwhile.
 */
export async function longestTask({ session }: BenchVisit, act: () => Promise<void>): Promise<number> {
  return Math.max(0, ...(await tasksOf(session, act)))
}

/** Milliseconds of processor time of each task of the page's thread while `act` runs. */
export async function tasksOf(session: CDPSession, act: () => Promise<void>): Promise<number[]> {
  const events: TraceEvent[] = []
  const note = ({ value }: { value: object[] }) => {
    events.push(...(value as TraceEvent[]))
  }
  session.on('Tracing.dataCollected', note)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  })
  await act()
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', note)
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = events.filter(
    event => event.ph === 'X' && event.name.endsWith('RunTask') && main.has(threadOf(event)),
  )
  return tasks.map(({ tdur = 0 }) => tdur / 1000)
}
