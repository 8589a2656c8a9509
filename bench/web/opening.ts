import type { Browser, Locator } from 'playwright-core'
import { median } from '../load/start-server.ts'
import { recordFigure } from '../report/record-figure.ts'
import { openCopies, openPlainText, saveCopy } from './opening-floor.ts'
import { type BenchVisit, openVisit, waitForQuiet } from './visit.ts'

const CARDS = 12
/** Samples of pages without code; a few suffice. */
const FLOOR_CARDS = 5

declare global {
  interface Window {
    /** Milliseconds from the last click to the end of the frame that showed what was clicked as heading. */
    opened: number
  }
}

/** Runs in the page before its own scripts. */
function recordOpening(): void {
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const title = (target as Element).closest('a')?.querySelector('.card-title')?.textContent
      if (!title) return
      window.opened = 0
      const look = () => {
        if (document.querySelector('h1')?.textContent !== title) return requestAnimationFrame(look)
        // The message arrives after the current frame has been submitted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          window.opened = performance.now() - timeStamp
        }
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    },
    { capture: true },
  )
}

/**
 * From a card to its page with everything known: how long until the page's heading is shown. Beside it what the
 * same costs here without any code: the same page put there as a copy, and a single word on an empty page.
 */
export async function benchOpening(browser: Browser, address: string): Promise<void> {
  const visit = await openVisit(browser, address, recordOpening)
  console.log(`from a card to its page, warm; ${CARDS} cards each`)
  for (const [name, path] of [
    ['album', '/popularalbums'],
    ['artist', '/PopularArtists'],
  ] as const) {
    await visit.page.goto(path)
    await waitForQuiet(visit)
    const times = await openCards(visit, CARDS, async () => {
      await saveCopy(visit.page)
      await visit.page.goBack()
    })
    recordFigure({ name: `${name}, median`, value: median(times), unit: 'ms', limit: 100, rounds: times })
    recordFigure({ name: `${name}, worst`, value: Math.max(...times), unit: 'ms', limit: 100 })
    const floor: string[] = []
    for (const [what, prepare] of [
      ['the same as a copy', openCopies],
      ['a word on an empty page', openPlainText],
    ] as const) {
      await prepare(visit.page)
      const least = await openCards(visit, FLOOR_CARDS, () => visit.page.evaluate(() => window.showListing()))
      floor.push(`${what} ${median(least).toFixed(0)} ms`)
    }
    console.log(`  ${''.padEnd(17)} ${floor.join(', ')}`)
  }
  await visit.close()
}

async function openCards(visit: BenchVisit, count: number, back: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let card = 0; card < count; card++)
    times.push(await openCard(visit, visit.page.locator('main a.card').nth(card), back))
  return times
}

/** Hovers, waits for the prefetch, clicks and goes back. */
async function openCard(visit: BenchVisit, card: Locator, back: () => Promise<unknown>): Promise<number> {
  const { page } = visit
  await card.hover()
  await waitForQuiet(visit)
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForFunction(() => window.opened > 0)
  const time = await page.evaluate(() => window.opened)
  await waitForQuiet(visit)
  await back()
  await card.waitFor()
  await waitForQuiet(visit)
  return time
}
