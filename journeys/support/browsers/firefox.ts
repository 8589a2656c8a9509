import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { FIREFOX_ADVICE, findFirefox } from '../../../scripts/firefox.mjs'
import { isTakenOver } from './chromium.ts'
import type { SoundCard } from './sound-card.ts'

const PATIENCE_MS = 60_000

/** Starts this machine's Firefox with its audio on the sound card. */
export function startFirefox(
  card: SoundCard,
  preferences: Readonly<Record<string, boolean | number | string>> = {},
): Promise<Browser> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error(FIREFOX_ADVICE)
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    env: { ...card.environment },
    extraPrefsFirefox: { ...preferences },
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS * 2,
  })
}

export interface FirefoxVisit {
  readonly page: Page
  /** Errors of the page: exceptions and console errors. */
  readonly errors: string[]
  /** Opens a path and waits until the page's code has loaded. */
  open(path: string): Promise<void>
  /** Grants the pages permission for notifications. */
  allowNotifications(): Promise<void>
  close(): Promise<void>
}

/** Opens a window for a new visitor. */
export async function visitInFirefox(browser: Browser, address: string): Promise<FirefoxVisit> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.setViewport({ width: 1280, height: 800 })
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error instanceof Error ? error.message : String(error)))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return {
    page,
    errors,
    async open(path) {
      // Leaving a page may log errors for aborted requests.
      const before = errors.length
      await page.goto('about:blank')
      errors.length = before
      await page.goto(address + path)
      await page.waitForFunction(isTakenOver)
    },
    allowNotifications: () => context.overridePermissions(new URL(address).origin, ['notifications']),
    close: () => context.close(),
  }
}
