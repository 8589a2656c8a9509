import type { Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly args: { readonly elementCount?: number }
}

/** Number of elements in each style recalculation while `act` ran. */
export async function countRestyled(page: Page, act: () => Promise<void>): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]))
  })
  const traceConfig = { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] }
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  await act()
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return events.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' && args.elementCount !== undefined ? [args.elementCount] : [],
  )
}
