import type { Browser, Page } from 'playwright-core'
import { recordFigure } from '../report/record-figure.ts'
import { longestTask } from './tasks.ts'
import { openVisit, SLOWER, slowProcessor, waitForQuiet } from './visit.ts'

export const MANY = 10_000
const SECONDS = 8
/** Pixels per wheel notch, and the interval between notches. */
const NOTCH = 100
const EVERY_MS = 40

declare global {
  interface Window {
    seenFrames: Frames
  }
}

/** Frame measurements of a page. */
interface Frames {
  /** Milliseconds between frames. */
  readonly gaps: number[]
  /** How long the page itself worked on frames that took longer than 50 ms. */
  readonly long: number[]
}

/** Runs in the page before its own scripts. */
function recordFrames(): void {
  window.seenFrames = { gaps: [], long: [] }
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) window.seenFrames.long.push(duration)
  }).observe({ type: 'long-animation-frame' })
  let last = 0
  requestAnimationFrame(function frame(now) {
    if (last > 0) window.seenFrames.gaps.push(now - last)
    last = now
    requestAnimationFrame(frame)
  })
}

/**
 * Measures the frames of scrolling a listing of ten thousand on a slow processor, compared with an empty
 * page.
 */
export async function benchScrolling(browser: Browser, address: string): Promise<void> {
  const visit = await openVisit(browser, address, recordFrames)
  const { page } = visit
  console.log(`scrolling ${MANY} albums for ${SECONDS} s each, processor 4× slower`)

  await page.goto('/about')
  await page.evaluate(() => {
    document.body.replaceChildren()
    document.body.style.height = '500000px'
  })
  await measure('an empty page, wheel', null)

  await page.goto('/albums')
  await waitForQuiet(visit)
  await measure('while pages load', 50)
  await loadAll(page)
  await waitForQuiet(visit)
  await page.evaluate(() => scrollTo(0, 0))
  await waitForQuiet(visit)
  await measure('all loaded, wheel', 50)
  await measure('all loaded, keys', 50, () => page.keyboard.press('PageDown'))
  await visit.close()

  async function scroll(seconds: number, step: () => Promise<void>): Promise<void> {
    const end = Date.now() + seconds * 1000
    while (Date.now() < end) {
      await step()
      await new Promise(resolve => setTimeout(resolve, EVERY_MS))
    }
  }

  async function measure(name: string, limit: number | null, step = () => page.mouse.wheel(0, NOTCH)) {
    await page.mouse.move(600, 400)
    await slowProcessor(visit)
    await page.evaluate(() => {
      window.seenFrames.gaps.length = 0
      window.seenFrames.long.length = 0
    })
    await scroll(SECONDS, step)
    const { gaps, long } = await page.evaluate(() => window.seenFrames)
    await slowProcessor(visit, 1)
    const sorted = gaps.toSorted((a, b) => a - b)
    const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(0)
    const between = `${gaps.length} frames, ${at(0.5)} ms apart, 99 % ${at(0.99)}, worst ${at(1)}`
    if (limit === null) console.log(`  ${name.padEnd(17)} ${between}, ${long.length} long ones`)
    else {
      recordFigure({ name, value: Math.max(0, ...long), unit: 'ms', limit })
      console.log(`  ${''.padEnd(17)} ${between}, ${long.length} over ${limit} ms`)
      const task = await longestTask(visit, () => scroll(SECONDS / 2, step))
      console.log(
        `  ${''.padEnd(17)} longest task by its processor time, times ${SLOWER}: ${(task * SLOWER).toFixed(0)} ms`,
      )
    }
  }
}

/** Scrolls to the end until all pages have loaded. */
async function loadAll(page: Page): Promise<void> {
  const loaded = () =>
    page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      const last = Array.from(document.querySelectorAll('main li')).at(-1)
      return Number(last?.getAttribute('aria-posinset'))
    })
  while ((await loaded()) < MANY) await page.waitForTimeout(100)
}
