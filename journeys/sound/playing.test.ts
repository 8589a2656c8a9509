import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser } from '../support/browsers/chromium.ts'
import { longestSilence } from './compare.ts'
import { flacOf } from './encode-lossless.ts'
import { judgeByTheClock } from './measure.ts'
import { frequencyAt, LENGTHS, longFrequencyAt, longSignal, RATE, testTracks } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { type SoundVisit, visitSound } from './sound-visit.ts'
import { frequencyOf } from './tone.ts'

const LONG_SECONDS = 90
/** Upper bound in bytes of the headers of a rendition and its first fragment. */
const HEADERS = 1_500

let browser: Browser
let server: SoundServer
beforeAll(async () => {
  browser = await startBrowser({ whole: true })
  const short = await Promise.all(testTracks().map(track => flacOf(track)))
  server = await startSoundServer([
    ['long.flac', await flacOf(longSignal(LONG_SECONDS))],
    ...short.map((bytes, i) => [`${i + 1}.flac`, bytes] as const),
  ])
})
afterAll(async () => {
  await server.stop()
  await browser.close()
})

const idOf = (number: number) => server.tracks[number]?.id ?? ''
const stateOf = ({ page }: SoundVisit) => page.evaluate(() => window.sound.player.getState())

/** Samples between the first and the last audible one. */
function audibleSamples(recording: Float32Array): number {
  const isSound = (sample: number) => Math.abs(sample) > 0.001
  return recording.findLastIndex(isSound) - recording.findIndex(isSound)
}

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

it('plays, is silent while paused and resumes at the same position (ENG-05, ENG-07)', () =>
  withVisit(async visit => {
    await visit.untilToneFrom(longFrequencyAt(3), () => visit.playAll())
    await visit.page.evaluate(() => window.sound.player.toggle())
    await visit.untilSilent()
    expect((await stateOf(visit)).status).toBe('paused')
    const at = await visit.page.evaluate(() => window.sound.player.progress.getState().position)
    expect(at).toBeGreaterThan(1)
    await visit.untilToneFrom(longFrequencyAt(at + 0.3), () =>
      visit.page.evaluate(() => window.sound.player.toggle()),
    )
  }))

it('seeks far beyond the buffer and back and plays the audio at that position', () =>
  withVisit(async visit => {
    await visit.playAll()
    await visit.untilPlaying(idOf(0))
    // No two successive positions sound alike.
    for (const seconds of [75, 3, 40, 45]) {
      await visit.untilToneFrom(longFrequencyAt(seconds + 0.5), () =>
        visit.page.evaluate(to => window.sound.player.seekTo(to), seconds),
      )
      await visit.until('playing')
    }
  }))

it('starts the next and the previous track from the beginning (ENG-08)', () =>
  withVisit(async visit => {
    // The second track begins with a different tone.
    await visit.playAll(server.tracks.filter((_, place) => place !== 1))
    await visit.untilPlaying(idOf(0))
    const next = visit.untilPlaying(idOf(2))
    await Promise.all([next, visit.page.evaluate(() => window.sound.player.next())])
    expect(await next).toBeLessThan(2)
    const previous = visit.untilPlaying(idOf(0))
    await visit.untilToneFrom(longFrequencyAt(1), () =>
      Promise.all([previous, visit.page.evaluate(() => window.sound.player.previous())]),
    )
  }))

it('replaces the next track without a gap after it has been appended', () =>
  judgeByTheClock(async () => {
    const visit = await visitSound(browser, server)
    // The service prepares a rendition on its first request, which must not count here.
    const isPrepared = visit.page.waitForResponse(new RegExp(`/api/streams/${idOf(3)}`))
    await visit.page.evaluate(track => track && window.sound.output.prefetch(track), server.tracks[3])
    await isPrepared
    // Runs in the page, because there are less than three seconds: when enough is appended or the second
    // track starts.
    const exchanged = visit.page.waitForFunction(
      ([id, seconds, other]) => {
        const { player, elements, level } = window.sound
        const { track, status } = player.getState()
        if (track === null) return false
        if (track.id !== id) return true
        const laid = elements.at(-1)?.buffered
        const end = laid && laid.length > 0 ? laid.end(0) : 0
        if (status !== 'playing' || level() <= 0.01 || end <= seconds) return false
        // Through the player, which would correct a change made directly at its output.
        if (other) player.addToQueue(other)
        player.selectSource('user')
        return true
      },
      [idOf(1), (LENGTHS[0] + LENGTHS[1] / 2) / RATE, server.tracks[3]] as const,
      { polling: 20 },
    )
    await Promise.all([exchanged, visit.playAll(server.tracks.slice(1))])
    await visit.recordUntil(idOf(3), 0.4)
    return visit
  }, isExchanged))

function isExchanged(recording: Float32Array): void {
  expect(longestSilence(recording)).toBeLessThanOrEqual(32)
  // The first track plays completely, and then the third, whose tones the second does not have.
  expect(audibleSamples(recording)).toBeLessThan(LENGTHS[0] + RATE)
  const end = recording.findLastIndex(sample => Math.abs(sample) > 0.01)
  const tone = frequencyOf(recording.subarray(end - 2_048, end), RATE)
  expect(tone).toBeGreaterThan(frequencyAt(LENGTHS[0] + LENGTHS[1]))
}

it('restarts an album of one track when it ends (ENG-09)', () =>
  withVisit(async visit => {
    await visit.playAll(server.tracks.slice(1, 2))
    await visit.untilTone(frequencyAt(LENGTHS[0] - RATE / 4))
    await visit.untilTone(frequencyAt(RATE / 4))
    expect(await stateOf(visit)).toMatchObject({ status: 'playing', nextTrack: { id: idOf(1) } })
  }))

it('plays the right track after many presses of next', () =>
  withVisit(async visit => {
    await visit.playAll()
    await visit.page.evaluate(() => {
      for (let i = 0; i < 9; i++) window.sound.player.next()
    })
    await visit.untilPlaying(idOf(1))
  }))

it('requests a rendition that is gone again and keeps playing', () =>
  withVisit(async visit => {
    let gone = 2
    await visit.page.route('**/stream/**', route =>
      gone-- > 0 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await visit.playAll()
    // Beyond the bytes that arrive with the index.
    await visit.untilTone(longFrequencyAt(4))
    expect(gone).toBeLessThan(0)
  }))

it('survives a network outage', () =>
  withVisit(async visit => {
    let broken = 3
    await visit.page.route('**/stream/**', route => (broken-- > 0 ? route.abort() : route.continue()))
    await visit.playAll()
    await visit.untilTone(longFrequencyAt(4))
    expect(broken).toBeLessThan(0)
    expect(visit.consoleMessages).not.toContainEqual(expect.stringContaining('Failed to play audio'))
  }))

it('is paused and not loading when a track is unavailable, and plays it later (ENG-06, ERR-09)', () =>
  withVisit(async visit => {
    const everything = /\/(api\/streams|stream|audio)\//
    await visit.page.route(everything, route => route.abort())
    await visit.playAll()
    await visit.until('paused')
    expect(visit.consoleMessages).toContainEqual(expect.stringContaining('Failed to play audio'))
    await visit.page.unroute(everything)
    await visit.page.evaluate(() => window.sound.player.toggle())
    await visit.untilPlaying(idOf(0))
  }))

it('skips an unavailable next track, also in the preview', () =>
  withVisit(async visit => {
    await visit.page.route(new RegExp(`/api/streams/${idOf(2)}|/audio/.*/2.flac`), route =>
      route.fulfill({ status: 404 }),
    )
    await visit.playAll(server.tracks.slice(1))
    await visit.page.waitForFunction(id => window.sound.player.getState().nextTrack?.id === id, idOf(3))
    await visit.untilPlaying(idOf(3))
  }))

it('stays paused when the browser blocks autoplay', () =>
  withVisit(
    async visit => {
      await visit.playAll()
      await visit.until('paused')
      await visit.page.evaluate(() => window.sound.player.toggle())
      await visit.untilPlaying(idOf(0))
    },
    page =>
      page.addInitScript(() => {
        const { play } = HTMLMediaElement.prototype
        let isFirst = true
        HTMLMediaElement.prototype.play = function () {
          if (!isFirst) return play.call(this)
          isFirst = false
          return Promise.reject(new DOMException('not yet', 'NotAllowedError'))
        }
      }),
  ))

it('plays files one after the other with two elements without MediaSource', () =>
  withVisit(
    async visit => {
      await visit.playAll(server.tracks.slice(1))
      await visit.untilPlaying(idOf(1))
      await visit.untilPlaying(idOf(2))
      await visit.page.evaluate(() => window.sound.player.seekTo(1))
      await visit.untilPlaying(idOf(3))
    },
    page =>
      page.addInitScript(() => {
        Reflect.deleteProperty(window, 'MediaSource')
        Reflect.deleteProperty(window, 'ManagedMediaSource')
      }),
  ))

it.each([
  ['cannot be decoded', (bytes: Buffer) => bytes.fill(0, HEADERS)],
  ['is not what it seems', (bytes: Buffer) => bytes.fill(7)],
])('plays the file when the rendition %s', (_what, spoil) =>
  withVisit(async visit => {
    await visit.page.route('**/stream/**', async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: spoil(await response.body()) })
    })
    await visit.playAll()
    await expect
      .poll(() => visit.consoleMessages, { timeout: 15_000 })
      .toContainEqual(expect.stringContaining('MediaSource failed'))
    // Browsers differ in when the decoder gives up; the file continues from there.
    await visit.page.waitForFunction(
      ([low, high]) => {
        const { position } = window.sound.player.progress.getState()
        const wanted = low + (high - low) * position
        return window.sound.isTone(wanted)
      },
      [longFrequencyAt(0), longFrequencyAt(1)] as const,
      { polling: 20 },
    )
  }),
)

it('requests MP4 in a browser that cannot append MP3 frames', () =>
  withVisit(
    async visit => {
      const asked = visit.page.waitForRequest(/\/api\/streams\/[^?]+\?container=mp4&/)
      const heard = visit.untilToneFrom(longFrequencyAt(1), () => visit.playAll())
      await asked
      await heard
    },
    page =>
      page.addInitScript(() => {
        const { isTypeSupported } = MediaSource
        MediaSource.isTypeSupported = mime => mime !== 'audio/mpeg' && isTypeSupported.call(MediaSource, mime)
      }),
  ))
