import { afterAll, beforeAll, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { playThroughChaos } from './chaos.ts'

/** `SEED=N` repeats a failed run. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

let browser: Awaited<ReturnType<typeof startBrowser>>
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
})
afterAll(() => browser.close())

it(`plays the right track after 10,000 random presses and faults, seed ${seed}`, async () => {
  // Several visits, so that a failure is repeated sooner.
  for (let part = 0; part < 10; part++) await playThroughChaos(browser, 1_000, seed + part)
})
