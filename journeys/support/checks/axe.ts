import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All rules. None of them needs the style sheets, which axe would fetch and parse each time. */
const RUN = 'axe.run({ resultTypes: ["violations"], preload: { assets: ["media"] } })'

/** Axe violations when all animations have ended: rule and element. */
export async function violations(page: Page): Promise<string[]> {
  await untilAtRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const results = await page.evaluate<AxeResults>(RUN)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
}

/** Fades reach their colours only at the end. Infinite animations are ignored. */
const untilAtRest = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  )
