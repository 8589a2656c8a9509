import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { until } from '../support/until.ts'
import { flacOf } from './encode-lossless.ts'
import { longFrequencyAt, longSignal } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { type SoundVisit, visitSound } from './sound-visit.ts'

let browser: Browser
let server: SoundServer
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
  const long = await flacOf(longSignal(90))
  server = await startSoundServer([
    ['1.flac', long],
    ['2.flac', long],
  ])
})
afterAll(async () => {
  await server.stop()
  await browser.close()
})

async function withVisit(
  act: (visit: SoundVisit) => Promise<void>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<void> {
  const visit = await visitSound(browser, server, undefined, prepare)
  try {
    await act(visit)
  } finally {
    await visit.close()
  }
}

const setOffline = ({ page }: SoundVisit, offline: boolean) => page.context().setOffline(offline)
const FAILED = expect.stringContaining('Failed to play audio')

it('waits when it goes offline during a track and resumes by itself', () =>
  withVisit(async visit => {
    await visit.untilToneFrom(longFrequencyAt(1), () => visit.playAll())
    await setOffline(visit, true)
    await visit.page.evaluate(() => window.sound.player.seekTo(75))
    await visit.until('loading')
    // Long enough for several attempts.
    await visit.page.waitForTimeout(4_000)
    expect(await visit.page.evaluate(() => window.sound.player.getState().status)).toBe('loading')
    await visit.untilToneFrom(longFrequencyAt(76), () => setOffline(visit, false))
    expect(visit.consoleMessages).not.toContainEqual(FAILED)
  }))

it('waits for a track that is started offline and shows no false message', () =>
  withVisit(async visit => {
    await setOffline(visit, true)
    await visit.playAll()
    await visit.page.waitForTimeout(2_000)
    expect(await visit.page.evaluate(() => window.sound.player.getState().status)).toBe('loading')
    await visit.untilToneFrom(longFrequencyAt(1), () => setOffline(visit, false))
    expect(visit.consoleMessages).not.toContainEqual(FAILED)
  }))

it('resumes an interrupted file without MediaSource', () =>
  withVisit(
    async visit => {
      await visit.untilToneFrom(longFrequencyAt(1), () => visit.playAll())
      expect(visit.consoleMessages).not.toContainEqual(FAILED)
    },
    async page => {
      let broken = 1
      await page.route('**/audio/**', async route => {
        if (broken-- <= 0) return route.continue()
        await page.context().setOffline(true)
        await route.abort('internetdisconnected')
        setTimeout(() => page.context().setOffline(false), 500)
      })
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, 'MediaSource')
        Reflect.deleteProperty(window, 'ManagedMediaSource')
      })
    },
  ))

it('prefetches a track on hover once during playback and uses it when it starts', () =>
  withVisit(async visit => {
    const asked: string[] = []
    await visit.untilToneFrom(longFrequencyAt(1), () => visit.playAll(server.tracks.slice(0, 1)))
    visit.page.on('request', request => {
      const range = request.headers().range ?? ''
      asked.push(`${new URL(request.url()).pathname.replace(/[^/]*\.mp4/, '')} ${range}`)
    })
    const second = server.tracks[1] as NonNullable<SoundServer['tracks'][1]>
    await visit.page.evaluate(track => window.sound.player.prefetch(track), second)
    const ofSecond = () => asked.filter(address => address.includes(second.id))
    await until(() => ofSecond().length).toBe(2)
    expect(ofSecond()[0]).toContain('/api/streams/')
    // The first bytes arrived with the index.
    expect(ofSecond()[1]).toMatch(/bytes=[1-9]\d*-\d{5,6}$/)
    const fetched = ofSecond()
    await visit.until('playing')
    await visit.page.evaluate(track => window.sound.player.prefetch(track), second)
    await visit.page.evaluate(track => {
      window.sound.player.playTrack(track)
      // Otherwise the next track, the same one, would be fetched.
      window.sound.player.setSleep({ kind: 'track' })
    }, second)
    await visit.untilPlaying(second.id)
    const again = ofSecond().slice(2)
    expect(again.filter(address => fetched.includes(address) || / bytes=0-|\/api\//.test(address))).toEqual(
      [],
    )
  }))
