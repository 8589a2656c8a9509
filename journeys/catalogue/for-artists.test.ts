import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { sideways } from '../support/pages/pages.ts'
import { BUILD } from '../support/servers/builds.ts'
import { type PagesServer, startPagesServer } from '../support/servers/pages-server.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const AXE_AT = [320, 1280]
const WIDTHS = [320, 360, 425, 500, 550, 768, 1024, 1280, 1920]

let dataDir: string
let server: PagesServer
let browser: Browser

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-journey-'))
  server = await startPagesServer(dataDir, BUILD)
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('shows guests and members at every width how artists get their music in (LAY-11, PROP-04)', async () => {
  const { page, context, errors } = await visit(browser, server.address)
  await page.goto('/for-artists')
  expect(await page.title()).toBe('For Artists')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, await sideways(page)]).toEqual([width, 0])
    if (!AXE_AT.includes(width)) continue
    await page.evaluate(AXE)
    const { violations } = await page.evaluate<AxeResults>('axe.run()')
    expect(violations.map(({ id, nodes }) => [width, id, ...nodes.map(node => node.html)])).toEqual([])
  }
  const pictures = await page
    .locator('img')
    .evaluateAll(all => all.map(one => (one as HTMLImageElement).naturalWidth))
  expect(pictures.filter(width => width === 0)).toEqual([])
  expect(await page.evaluate(() => document.fonts.check('1rem "Figtree Variable"'))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.address}/`)
  expect(errors).toEqual([])
  await context.close()
})
