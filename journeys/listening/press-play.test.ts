import { rmSync } from 'node:fs'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { writeMusic } from '../support/data/music.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const TONES = [
  { title: 'First Tone', frequency: 440, seconds: 6 },
  { title: 'Second Tone', frequency: 660, seconds: 30 },
  { title: 'Third Tone', frequency: 880, seconds: 30 },
]

let music: string
let service: Service
let browser: Browser

beforeAll(async () => {
  music = await writeMusic([
    { artist: 'The Oscillators', album: 'Pure Tones', year: 2021, colour: '#7a2e8c', tracks: TONES },
  ])
  service = await startService({ music: [music] })
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

it('imports a folder, opens an album and plays it on into the next track (ENG-03, ENG-05, ENG-10, BAR-02, BAR-05, BAR-16, PROP-06)', async () => {
  const { page, context, errors } = await visit(browser, service.address)
  await expect.poll(() => service.output(), { timeout: 60_000 }).toMatch(/3 added/)

  await page.goto('/')
  await until(() => page.title()).toBe('Home')
  await page
    .getByRole('link', { name: /Pure Tones/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Pure Tones' }).waitFor()
  await until(() => page.title()).toBe('Pure Tones - Album')
  const player = page.getByRole('region', { name: 'Player' })
  expect(await player.innerText()).toContain('__:__')

  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  // Both while the first one lasts.
  await Promise.all([
    until(() => sounding(page)).toBe(440),
    until(() => player.innerText()).toMatch(/0:0\d \/ 0:06/),
  ])

  await until(() => sounding(page)).toBe(660)
  expect(await player.innerText()).toContain('Second Tone')
  const shown = await page.evaluate(() => {
    const { title, artist, album } = navigator.mediaSession.metadata ?? {}
    return { title, artist, album }
  })
  expect(shown).toEqual({ title: 'Second Tone', artist: 'The Oscillators', album: PRODUCT_NAME })

  await player.getByRole('button', { name: 'Next' }).click()
  await until(() => sounding(page)).toBe(880)

  await player.getByRole('button', { name: 'Pause' }).click()
  await until(async () => (await listen(page)).level).toBeLessThan(0.001)
  expect(errors).toEqual([])
  await context.close()
})

/** Frequency of the album's tone that is playing; 0 during silence. */
async function sounding(page: Parameters<typeof listen>[0]): Promise<number> {
  const { level, frequency } = await listen(page)
  if (level < 0.05) return 0
  return TONES.map(tone => tone.frequency).find(hertz => Math.abs(hertz - frequency) < 15) ?? frequency
}
