import type { Browser } from 'playwright-core'
import { measureFirstScripts } from '../../journeys/support/checks/first-scripts.ts'
import { countTransferred } from '../../journeys/support/checks/transferred.ts'
import { catalogueOf } from '../../journeys/support/data/catalogue.ts'
import { median } from '../load/start-server.ts'
import { recordFigure } from '../report/record-figure.ts'
import { openVisit, slowNetwork, slowProcessor, waitForQuiet } from './visit.ts'
import { blockingTime, recordVitals, type Vitals } from './vitals.ts'

const LOADS = 7
const KB = 1000

interface FirstLoad extends Vitals {
  /** Transferred bytes by kind of file. */
  readonly bytes: Readonly<Record<string, number>>
}

/** Opens a page with empty caches and throttling, and waits without input until it is idle. */
async function load(browser: Browser, address: string, path = '/'): Promise<FirstLoad> {
  const visit = await openVisit(browser, address, recordVitals)
  const transferred = countTransferred(visit.page)
  await slowNetwork(visit)
  await slowProcessor(visit)
  await visit.page.goto(path)
  await waitForQuiet(visit)
  const vitals = await visit.page.evaluate(() => window.vitals)
  const bytes = await transferred()
  await visit.close()
  return { ...vitals, bytes }
}

/** Measures bytes, paints, blocking time and layout shift of Home's first load. */
export async function benchFirstLoad(browser: Browser, address: string): Promise<void> {
  // Pictures in the newer format are created on first request, which must not be measured.
  await load(browser, address)
  const loads: FirstLoad[] = []
  for (let round = 0; round < LOADS; round++) loads.push(await load(browser, address))
  const kilobytes = (kind: string) => median(loads.map(each => each.bytes[kind] ?? 0)) / KB
  console.log('first load of Home, as transferred')
  const scripts = Array.from((await measureFirstScripts(address)).values()).reduce(
    (sum, size) => sum + size,
    0,
  )
  recordFigure({ name: 'JavaScript', value: scripts / KB, unit: 'KB', limit: 139.5, digits: 1 })
  recordFigure({ name: 'CSS', value: kilobytes('css'), unit: 'KB', limit: 20, digits: 1 })
  const others = ['html', 'font', 'json', 'image'].map(kind => `${kind} ${kilobytes(kind).toFixed(1)} KB`)
  console.log(`  beside them       ${others.join(', ')}`)

  console.log(`the same, processor 4× slower, 1.6 Mbit/s, 150 ms latency; median of ${LOADS} cold loads`)
  const paints = loads.map(each => each.largestPaint)
  recordFigure({ name: 'largest paint', value: median(paints), unit: 'ms', limit: 1200, rounds: paints })
  const blocked = loads.map(blockingTime)
  recordFigure({ name: 'blocking time', value: median(blocked), unit: 'ms', limit: 150, rounds: blocked })
  const shift = Math.max(...loads.map(each => each.shift))
  recordFigure({ name: 'layout shift', value: shift, unit: 'score', limit: 0, digits: 3 })
  const first = median(loads.map(each => each.firstPaint))
  const longest = median(loads.map(each => Math.max(0, ...each.longTasks.map(task => task.duration))))
  console.log(`  beside them       first paint ${first.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`)
  console.log(`  painted largest   ${loads.map(each => each.largest.replace(/.*\//, '')).join(', ')}`)
}

/** Measures the paints of an album's page that is opened by a link, each time of another album. */
export async function benchAlbumLoad(browser: Browser, address: string): Promise<void> {
  const albums = await catalogueOf(address).albums()
  const loads: FirstLoad[] = []
  for (let round = 0; round < LOADS; round++) {
    const path = `/albums/${albums[round % albums.length]?._id}`
    // As above, for the newer picture format.
    await load(browser, address, path)
    loads.push(await load(browser, address, path))
  }
  console.log(`an album's page, as slow; median of ${LOADS} cold loads`)
  const paints = loads.map(each => each.largestPaint)
  recordFigure({
    name: "album's largest paint",
    value: median(paints),
    unit: 'ms',
    limit: 1600,
    rounds: paints,
  })
  const shift = Math.max(...loads.map(each => each.shift))
  recordFigure({ name: "album's layout shift", value: shift, unit: 'score', limit: 0, digits: 3 })
  console.log(`  painted largest   ${loads.map(each => each.largest.replace(/.*\//, '')).join(', ')}`)
}
