import type { Browser } from 'playwright-core'
import { countTransferred } from '../../journeys/support/checks/transferred.ts'
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

/** Opens Home with empty caches and throttling, and waits without input until it is idle. */
async function loadHome(browser: Browser, address: string): Promise<FirstLoad> {
  const visit = await openVisit(browser, address, recordVitals)
  const transferred = countTransferred(visit.page)
  await slowNetwork(visit)
  await slowProcessor(visit)
  await visit.page.goto('/')
  await waitForQuiet(visit)
  const vitals = await visit.page.evaluate(() => window.vitals)
  const bytes = await transferred()
  await visit.close()
  return { ...vitals, bytes }
}

/** Measures bytes, paints, blocking time and layout shift of Home's first load. */
export async function benchFirstLoad(browser: Browser, address: string): Promise<void> {
  // Pictures in the newer format are created on first request, which must not be measured.
  await loadHome(browser, address)
  const loads: FirstLoad[] = []
  for (let load = 0; load < LOADS; load++) loads.push(await loadHome(browser, address))
  const kilobytes = (kind: string) => median(loads.map(load => load.bytes[kind] ?? 0)) / KB
  console.log('first load of Home, as transferred')
  recordFigure({ name: 'JavaScript', value: kilobytes('javascript'), unit: 'KB', limit: 140, digits: 1 })
  recordFigure({ name: 'CSS', value: kilobytes('css'), unit: 'KB', limit: 20, digits: 1 })
  const others = ['html', 'font', 'json', 'image'].map(kind => `${kind} ${kilobytes(kind).toFixed(1)} KB`)
  console.log(`  beside them       ${others.join(', ')}`)

  console.log(`the same, processor 4× slower, 1.6 Mbit/s, 150 ms latency; median of ${LOADS} cold loads`)
  const paints = loads.map(load => load.largestPaint)
  recordFigure({ name: 'largest paint', value: median(paints), unit: 'ms', limit: 1800, rounds: paints })
  const blocked = loads.map(blockingTime)
  recordFigure({ name: 'blocking time', value: median(blocked), unit: 'ms', limit: 150, rounds: blocked })
  const shift = Math.max(...loads.map(load => load.shift))
  recordFigure({ name: 'layout shift', value: shift, unit: 'score', limit: 0, digits: 3 })
  const first = median(loads.map(load => load.firstPaint))
  const longest = median(loads.map(load => Math.max(0, ...load.longTasks.map(task => task.duration))))
  console.log(`  beside them       first paint ${first.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`)
  console.log(`  painted largest   ${loads.map(load => load.largest.replace(/.*\//, '')).join(', ')}`)
}
