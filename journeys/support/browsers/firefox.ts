import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { FIREFOX_ADVICE, findFirefox } from '../../../scripts/firefox.mjs'
import type { EngineWindow } from '../engines/engine-window.ts'
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

export interface FirefoxVisit extends EngineWindow {
  readonly page: Page
  /** Errors of the page: exceptions and console errors. */
  readonly errors: string[]
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
    path: async () => new URL(page.url()).pathname,
    evaluate: (act, ...args) => page.evaluate(act as never, ...args) as never,
    click: (x, y) => page.mouse.click(x, y),
    type: text => page.keyboard.type(text),
    pressEnter: () => page.keyboard.press('Enter'),
    allowNotifications: () => context.overridePermissions(new URL(address).origin, ['notifications']),
    close: () => context.close(),
  }
}
