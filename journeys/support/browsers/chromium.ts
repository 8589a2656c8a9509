import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { findChromium, findHeadlessShell } from '../../../scripts/chromium.mjs'
import { untilLayersLeft } from '../until-layers-left.ts'
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

/** The browsers of this process by program. */
const running = new Map<string, Promise<Browser>>()

/**
 * The Chromium of this machine, without its user interface if that is installed apart. All journeys of a process share one:
 * `close` closes its windows, and it ends with the process.
 * @param options.whole with everything that listeners have, for what is measured or belongs to the user interface
 */
export function startBrowser({ whole = false } = {}): Promise<Browser> {
  const executablePath = (whole ? undefined : findHeadlessShell()) ?? findChromium()
  if (!executablePath) throw new Error('The journeys need Chromium: install it or set CHROMIUM to its path.')
  const known = running.get(executablePath)
  if (known) return known
  const browser = launch(executablePath)
  running.set(executablePath, browser)
  // The next journey tries again.
  browser.catch(() => running.delete(executablePath))
  return browser
}

async function launch(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: QUIET })
  browser.once('disconnected', () => running.delete(executablePath))
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  return browser
}

const VIEWPORT = { width: 1280, height: 800 }
/** Device pixels for each pixel of the page. Drawing was a tenth of all work, and hardly any journey looks at what is drawn. */
const COARSE = 0.5

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the page: exceptions and content security policy violations. */
  readonly errors: string[]
}

/**
 * Opens a window for a new visitor, by default 1280 px wide, and measures its audio. Service workers are
 * blocked unless the journey allows them.
 * @param options.deviceScaleFactor 1 where the journey measures to the pixel, or takes pictures
 */
export async function visit(
  browser: Browser,
  address: string,
  options: Pick<
    BrowserContextOptions,
    'viewport' | 'reducedMotion' | 'serviceWorkers' | 'hasTouch' | 'isMobile' | 'deviceScaleFactor'
  > = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: VIEWPORT,
    deviceScaleFactor: COARSE,
    serviceWorkers: 'block',
    ...options,
  })
  await context.addInitScript(tapSound)
  ignoreUnawaitedRejections(context)
  context.on('page', ignoreUnawaitedRejections)
  const page = await context.newPage()
  waitForCode(page)
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, context, errors }
}

/**
 * Makes the window one for a new visitor, about whom nothing is stored. It keeps what it has loaded and compiled, its history and its
 * init scripts.
 */
export async function renew({ page, context, errors }: Visit): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll()
  await untilLayersLeft(page)
  // Screens store their state when they are left. A navigation that the last test has begun may end this one, once.
  const leave = () => page.goto('/robots.txt')
  await leave().catch(leave)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await page.setViewportSize(VIEWPORT)
  await page.emulateMedia({ reducedMotion: null })
  errors.length = 0
}

const WAITS = ['waitForEvent', 'waitForRequest', 'waitForResponse', 'waitForFunction']

/**
 * Journeys begin to wait, act, and then await. If acting fails, the page is closed and the wait rejects with nobody listening,
 * which would end the whole run in place of the test.
 */
export function ignoreUnawaitedRejections(target: object): void {
  const methods = target as Record<string, ((...args: unknown[]) => Promise<unknown>) | undefined>
  for (const name of WAITS) {
    const wait = methods[name]?.bind(target)
    if (!wait) continue
    methods[name] = (...args) => {
      const result = wait(...args)
      result.catch(() => {})
      return result
    }
  }
}

/** Milliseconds until a journey continues without the code, which it may block on purpose. */
const PATIENCE = 5_000

/** Server-rendered controls can be pressed before hydration, so wait for it as a reading visitor does. */
function waitForCode(page: Page): void {
  const { goto } = page
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args)
    await page.waitForFunction(isTakenOver, null, { timeout: PATIENCE }).catch(() => {})
    return answer
  }
}

/** Runs in the page: whether React has hydrated the root, if there is one. */
export function isTakenOver(): boolean {
  const root = document.getElementById('root')
  return !root?.hasChildNodes() || Object.keys(root).some(key => key.startsWith('__reactContainer'))
}
