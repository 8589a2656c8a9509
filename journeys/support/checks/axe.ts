import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All rules. None of them needs the style sheets, which axe would fetch and parse each time. */
const OPTIONS = { resultTypes: ['violations'], preload: { assets: ['media'] } }

/** The frame around all screens: most elements of a page, and half of the work. */
const FRAME = [
  'header.fixed',
  'nav[aria-label="Main"]',
  'nav[aria-label="Quick"]',
  'section[aria-label="Player"]',
  'aside',
  'footer',
]

/**
 * Axe violations when all animations have ended: rule and element.
 * @param options.frame includes the frame around the screen, which is the same on all of them: for states that it takes part in
 * @param options.within only these parts of the page, by selector
 */
export async function violations(
  page: Page,
  { frame = false, within }: { readonly frame?: boolean; readonly within?: string } = {},
): Promise<string[]> {
  await untilAtRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const context = within ? JSON.stringify(within) : frame ? 'document' : JSON.stringify({ exclude: FRAME })
  const results = await page.evaluate<AxeResults>(`axe.run(${context}, ${JSON.stringify(OPTIONS)})`)
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
