import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { flacOf } from './encode-lossless.ts'
import { tone } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { visitSound } from './sound-visit.ts'

let browser: Browser
let server: SoundServer
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
  const [low, high] = await Promise.all([flacOf(tone(440, 30, 0.5)), flacOf(tone(880, 30, 0.5))])
  server = await startSoundServer([
    ['low.flac', low],
    ['high.flac', high],
  ])
})
afterAll(async () => {
  await server.stop()
  await browser.close()
})

const withoutMediaSource = () => {
  Reflect.deleteProperty(window, 'MediaSource')
  Reflect.deleteProperty(window, 'ManagedMediaSource')
}

it.each([
  ['through MediaSource', () => {}],
  ['as files', withoutMediaSource],
])('plays this and the next track faster and slower at the same pitch, %s', async (_way, prepare) => {
  const visit = await visitSound(browser, server, undefined, page => page.addInitScript(prepare))
  for (const rate of [1.75, 0.75]) {
    await visit.page.evaluate(to => window.sound.player.setSettings({ rate: to }), rate)
    await visit.playAll()
    await visit.untilTone(440)
    await visit.page.evaluate(() => window.sound.player.next())
    await visit.untilTone(880)
    const rates = await visit.page.evaluate(() =>
      window.sound.elements.filter(element => !element.paused).map(element => element.playbackRate),
    )
    expect(rates).toEqual([rate])
  }
  await visit.close()
})
