import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { recordFigure } from '../report/record-figure.ts'
import { signUp } from './member.ts'
import { openVisit } from './visit.ts'

/** What members have beyond guests loads while the page is idle. */
const SECONDS = 10
const KB = 1000

/** Bytes of script that members' pages load with empty caches and without any input. */
export async function benchMemberPages(browser: Browser, address: string): Promise<void> {
  console.log('script of a member, as transferred, before any interaction')
  for (const [name, pathOf] of [
    ['account', id => `/user/${id}`],
    ['library', id => `/${id}/library`],
  ] satisfies [string, (id: string) => string][]) {
    const visit = await openVisit(browser, address, () => {})
    const { id } = await signUp(visit, `${name}-${Date.now()}@example.org`)
    await visit.page.goto(pathOf(id))
    await visit.page.waitForLoadState('load')
    await wait(SECONDS * 1000)
    const javascript = await visit.page.evaluate(sumScripts)
    recordFigure({ name: `${name} page`, value: javascript / KB, unit: 'KB', limit: 200, digits: 1 })
    await visit.close()
  }
}

/** Runs in the page: bytes of all scripts so far, as transferred. */
function sumScripts(): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return entries
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}
