import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { countTransferred } from '../../journeys/support/checks/transferred.ts'
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
    const transferred = countTransferred(visit.page)
    await visit.page.goto(pathOf(id))
    await visit.page.waitForLoadState('load')
    await wait(SECONDS * 1000)
    const { javascript = 0 } = await transferred()
    recordFigure({ name: `${name} page`, value: javascript / KB, unit: 'KB', limit: 200, digits: 1 })
    await visit.close()
  }
}
