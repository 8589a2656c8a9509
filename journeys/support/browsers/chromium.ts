import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { findChromium } from '../../../scripts/chromium.mjs'
import { tapSound } from './sound-tap.ts'

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/** Starts the Chromium of this machine. */
export function startBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('The journeys need Chromium: install it or set CHROMIUM to its path.')
  return chromium.launch({ executablePath, args: QUIET })
}

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** What went wrong in the page: errors thrown and refusals by the content security policy. */
  readonly errors: string[]
}

/**
 * Opens a fresh visitor's window, 1280 px wide unless told otherwise, with its sound tapped. No service worker
 * comes between unless the journey asks for it.
 */
export async function visit(
  browser: Browser,
  address: string,
  options: Pick<
    BrowserContextOptions,
    'viewport' | 'reducedMotion' | 'serviceWorkers' | 'hasTouch' | 'isMobile'
  > = {},
): Promise<Visit> {
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    serviceWorkers: 'block',
    ...options,
  })
  await context.addInitScript(tapSound)
  const page = await context.newPage()
  waitForCode(page)
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, context, errors }
}

/** Milliseconds after which a journey goes on without the code: it may hold that back on purpose. */
const PATIENCE = 5_000

/** What the server has drawn can be pressed before its code is there. A journey waits, like somebody who looks first. */
function waitForCode(page: Page): void {
  const { goto } = page
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args)
    await page.waitForFunction(isTakenOver, null, { timeout: PATIENCE }).catch(() => {})
    return answer
  }
}

/** Runs in the page: whether React answers in the root, where there is one. */
export function isTakenOver(): boolean {
  const root = document.getElementById('root')
  return !root?.hasChildNodes() || Object.keys(root).some(key => key.startsWith('__reactContainer'))
}
