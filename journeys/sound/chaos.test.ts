import { afterAll, beforeAll, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { playThroughChaos } from './chaos.ts'

let browser: Awaited<ReturnType<typeof startBrowser>>
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
})
afterAll(() => browser.close())

it('plays the right track in one of two tabs after 300 random presses, faults and new builds, or says why not', () =>
  playThroughChaos(browser, 300, 1))
