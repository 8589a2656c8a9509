import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { median } from '../load/start-server.ts'
import { recordFigure } from '../report/record-figure.ts'
import { signUp } from './member.ts'
import { scriptTime } from './script-time.ts'
import { longestTask } from './tasks.ts'
import { type BenchVisit, openVisit, slowProcessor, waitForQuiet } from './visit.ts'

const TRACKS = 5_000
const PER_ALBUM = 12
const ROUNDS = 5
/** Time in which all that follows a press has been done. */
const SETTLE_MS = 1_500
const SHOWN = '#queue .queue-row'

/** A playlist of thousands of tracks on a slow processor: what the press of play and the opening of the queue cost. */
export async function benchLongList(browser: Browser, address: string): Promise<void> {
  const presses: number[] = []
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const visit = await openVisit(browser, address, () => {})
    const member = await signUp(visit, `long-${round}-${Date.now()}@example.org`)
    const playlist = await member.fillPlaylist(seededTracks())
    await visit.page.goto(`/userplaylists/${playlist}`)
    await waitForQuiet(visit, 'load')
    presses.push(await pressPlay(visit))
    first.push(await openQueue(visit))
    again.push(await openQueue(visit))
    await visit.close()
  }
  console.log(`a playlist of ${TRACKS} tracks, processor 4× slower, processor time; median of ${ROUNDS}`)
  recordFigure({
    name: 'longest task of play',
    value: median(presses),
    unit: 'ms',
    limit: 30,
    rounds: presses,
  })
  recordFigure({
    name: 'script of opening queue',
    value: median(first),
    unit: 'ms',
    limit: 100,
    rounds: first,
  })
  recordFigure({
    name: 'script of opening it again',
    value: median(again),
    unit: 'ms',
    limit: 100,
    rounds: again,
  })
}

/** Ids of the tracks in seed-catalogue.ts, album by album. */
const seededTracks = () =>
  Array.from(
    { length: TRACKS },
    (_, index) => `track-${Math.floor(index / PER_ALBUM)}-${index % PER_ALBUM}-01234567`,
  )

async function pressPlay(visit: BenchVisit): Promise<number> {
  const { page } = visit
  await page.locator('.track-list [role="row"]').nth(3).locator('button.track-play').hover()
  await waitForQuiet(visit, 'load')
  await slowProcessor(visit)
  const longest = await longestTask(visit, () => press(page))
  await slowProcessor(visit, 1)
  return longest
}

/** Presses where the pointer is. A locator would run code of the browser's driver in the page, which would be measured too. */
async function press(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
  await wait(SETTLE_MS)
}

/** Opens the queue and closes it again. */
async function openQueue(visit: BenchVisit): Promise<number> {
  const { page } = visit
  const button = page.locator('#queue-button')
  await button.hover()
  await waitForQuiet(visit, 'load')
  await slowProcessor(visit)
  const script = await scriptTime(visit, async () => {
    await press(page)
  })
  await slowProcessor(visit, 1)
  await page.locator(SHOWN).first().waitFor()
  await button.click()
  await waitForQuiet(visit, 'load')
  return script
}
