import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fetchImportStatus } from '@refrain/contract/catalogue/import-status'
import { sampleCatalogue } from '@refrain/demo'
import type { Page } from 'playwright-core'
import { startBrowser } from '../../journeys/support/browsers/chromium.ts'
import { catalogueOf } from '../../journeys/support/data/catalogue.ts'
import { startService } from '../../journeys/support/servers/service.ts'
import { buildStale } from '../../scripts/build.mjs'
import { type RecordedRequest, startRecordingProxy } from '../player/recording-proxy.ts'
import { recordFigure } from '../report/record-figure.ts'

const VISITORS = 100
/** Connections that a browser opens to one origin over HTTP/1.1. */
const CONNECTIONS = 6
/** A visit has settled when nothing was requested for this long. */
const QUIET_MS = 5_000

/**
 * Measures the requests and bytes of a first visit; then many visitors behind one address within a minute.
 */
export async function benchVisitors(): Promise<void> {
  await buildStale(['pages'])
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  const service = await startService({ dataDir, settings: { RATE_LIMIT_SCALE: '1' } })
  try {
    const { albums } = catalogueOf(service.address)
    while ((await albums()).length < sampleCatalogue().length) await wait(1_000)
    console.log('a listener who saves data')
    await recordVisit(service.address, true)
    console.log('anybody else')
    const visit = await recordVisit(service.address)
    // The recorded visit came from the same address, so wait until its rate limit window has passed.
    await wait(60_000)
    const startedAt = performance.now()
    const statuses = (
      await Promise.all(Array.from({ length: VISITORS }, () => replay(service.address, visit)))
    ).flat()
    const seconds = (performance.now() - startedAt) / 1000
    const refused = statuses.filter(({ status }) => status === 429)
    console.log(
      `${VISITORS} people behind one address, ${statuses.length} requests in ${seconds.toFixed(0)} s`,
    )
    recordFigure({ name: 'refused', value: refused.length, unit: 'requests', limit: 0 })
    for (const [path, all] of Map.groupBy(refused, ({ path }) => path))
      console.log(`  ${all.length} × ${path}`)
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true })
  }
}

/** Opens Home with an empty cache, then an album, plays it and searches; returns every request of it. */
async function recordVisit(address: string, saveData = false): Promise<readonly RecordedRequest[]> {
  const proxy = await startRecordingProxy(address)
  const browser = await startBrowser()
  try {
    const context = await browser.newContext({
      baseURL: proxy.address,
      viewport: { width: 1280, height: 800 },
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    if (saveData) await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
    // Pages poll the progress of a running import.
    const asked = () => proxy.recorded.filter(({ path }) => path !== fetchImportStatus.path).length
    const settled = async () => {
      for (let before = -1; before !== asked(); ) {
        before = asked()
        await wait(QUIET_MS)
      }
    }
    await page.goto('/')
    await settled()
    console.log('first visit to Home, before the pointer moves')
    describe(proxy.recorded)
    await page.mouse.move(300, 300)
    await page.mouse.move(310, 310)
    await settled()
    console.log('first visit to Home, service worker included')
    describe(proxy.recorded)
    await browse(page, settled)
    console.log('the same visitor opens an album, plays it and searches')
    describe(proxy.recorded)
    return [...proxy.recorded]
  } finally {
    await browser.close()
    proxy.stop()
  }
}

async function browse(page: Page, settled: () => Promise<void>): Promise<void> {
  await page.locator('main a[href^="/albums/"]').first().click()
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click()
  await settled()
  await page.keyboard.press('/')
  await page.keyboard.type('light', { delay: 120 })
  await settled()
}

function describe(requests: readonly RecordedRequest[]): void {
  const bytes = requests.reduce((sum, { bytes }) => sum + bytes, 0)
  const kinds = Map.groupBy(requests, ({ path }) => path.split(/[/?]/)[1] || 'page')
  console.log(`  ${requests.length} requests, ${(bytes / 1000).toFixed(0)} KB`)
  console.log(`  ${Array.from(kinds, ([kind, all]) => `${kind} ${all.length}`).join(', ')}`)
}

/** Replays a visit's requests like one browser; returns each response. */
async function replay(address: string, visit: readonly RecordedRequest[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const { host } = new URL(address)
  const statuses = visit.map(
    ({ method, path, headers, body }) =>
      new Promise<{ path: string; status: number }>((resolve, reject) => {
        const asked = request(
          new URL(path, address),
          { agent, method, headers: { ...headers, host } },
          answer => {
            answer.resume().on('end', () => resolve({ path, status: answer.statusCode ?? 0 }))
          },
        )
        asked.on('error', reject).end(body)
      }),
  )
  try {
    return await Promise.all(statuses)
  } finally {
    agent.destroy()
  }
}
