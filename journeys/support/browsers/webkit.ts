import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Builder, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver'
import { findWebKit, WEBKIT_ADVICE } from '../../../scripts/webkit.mjs'
import type { EngineWindow } from '../engines/engine-window.ts'
import { isTakenOver } from './chromium.ts'
import type { SoundCard } from './sound-card.ts'

const PATIENCE_MS = 30_000
const ADDRESS = '127.0.0.1'
const SCREEN = '1280x900x24'

/** WebKitGTK's browser on a virtual screen, with its audio on the sound card. */
export interface WebKit {
  /** Opens a window for a new visitor; one at a time, since the driver has one session. */
  visit(address: string, args?: readonly string[]): Promise<WebKitVisit>
  close(): Promise<void>
}

export interface WebKitVisit extends EngineWindow {
  readonly driver: WebDriver
  close(): Promise<void>
}

export async function startWebKit(card: SoundCard): Promise<WebKit> {
  const programs = findWebKit()
  if (!programs) throw new Error(WEBKIT_ADVICE)
  const screen = spawn(programs.screen, ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [display] = await once(screen.stdout, 'data')
  const port = await findPort()
  const service = spawn(programs.driver, [`--host=${ADDRESS}`, `--port=${port}`], {
    // Without a session bus, accessibility would only wait for one.
    env: { ...card.environment, DISPLAY: `:${String(display).trim()}`, NO_AT_BRIDGE: '1', GTK_A11Y: 'none' },
    stdio: 'ignore',
  })
  const kill = () => {
    for (const child of [service, screen]) child.kill('SIGKILL')
  }
  // A test run that is stopped leaves nothing behind.
  process.once('exit', kill)
  return {
    visit: (address, args) => visitInWebKit(`http://${ADDRESS}:${port}`, programs.browser, address, args),
    async close() {
      process.off('exit', kill)
      await end(service)
      await end(screen)
    },
  }
}

async function visitInWebKit(
  server: string,
  binary: string,
  address: string,
  args: readonly string[] = [],
): Promise<WebKitVisit> {
  await untilAnswers(server)
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation', ...args] },
      }),
    )
    .build()
  await driver.manage().setTimeouts({ script: PATIENCE_MS, pageLoad: PATIENCE_MS, implicit: 0 })
  const evaluate: WebKitVisit['evaluate'] = (act, ...args) =>
    driver.executeScript(`return (${act}).apply(null, arguments)`, ...args)
  return {
    driver,
    evaluate,
    async open(path) {
      await driver.get(address + path)
      await driver.wait(() => evaluate(isTakenOver), PATIENCE_MS)
    },
    path: async () => new URL(await driver.getCurrentUrl()).pathname,
    click: (x, y) => driver.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform(),
    type: text => driver.actions().sendKeys(text).perform(),
    pressEnter: () => driver.actions().sendKeys(Key.ENTER).perform(),
    close: () => driver.quit(),
  }
}

/** A port that is free now. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, ADDRESS)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

async function untilAnswers(server: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      await fetch(`${server}/status`)
      return
    } catch (cause) {
      if (performance.now() > deadline) throw new Error('WebKitWebDriver does not answer.', { cause })
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
