import { randomFrom } from '@refrain/player/testing/random-from'
import type { Browser, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { flacOf } from './encode-lossless.ts'
import { RATE } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { type SoundVisit, visitSound } from './sound-visit.ts'

/** Each track is one tone, so that what is heard tells which one plays. */
const TONES = [400, 700, 1_000, 1_300] as const
const TRACK_SECONDS = 12
/** After so many events everything works for a moment, and the right track must be heard. */
const EVENTS_PER_ROUND = 50
/** Interval between two looks at the page, in milliseconds. Looks are counted: a busy machine looks less often. */
const LOOK_MS = 100
/** Looks of silence under the name of "playing". */
const SILENT_LOOKS = 80
/** Looks of audible playback after which an earlier event no longer explains a pause. */
const PLAYED_LOOKS = 10
/** How often a track may be pressed until it is heard. */
const PRESSES = 5
const PATIENCE_MS = 20_000

const FAULTS = ['none', '404', '500', 'no answer', 'slow', 'cut', 'corrupt'] as const
type Fault = (typeof FAULTS)[number]

async function answer(route: Route, fault: Fault): Promise<unknown> {
  if (fault === '404' || fault === '500') return route.fulfill({ status: Number(fault) })
  if (fault === 'no answer') return route.abort()
  if (fault === 'slow') await new Promise(resolve => setTimeout(resolve, 400))
  if (fault !== 'cut' && fault !== 'corrupt') return route.continue()
  const response = await route.fetch()
  const body = await response.body()
  const spoilt = fault === 'cut' ? body.subarray(0, body.length / 2) : Buffer.alloc(body.length, 7)
  return route.fulfill({ response, body: spoilt })
}

interface Watched {
  violations: string[]
  /** More than 0 while something that asked for a pause may still take effect. */
  explained: number
}
type WatchedWindow = Window & { watched: Watched }

/** Notes in the page when it is silent although it says that it plays, and when it stops without a word. */
function watchPlayer(page: Page): Promise<void> {
  return page.evaluate(
    ([longest, interval]) => {
      const { player, elements } = window.sound
      let still = 0
      let before = ''
      let statusBefore = ''
      let noticeBefore = player.getState().notice
      const watched: Watched = { violations: [], explained: 0 }
      Object.assign(window, { watched })
      player.subscribe(() => {
        const { status, notice, nextTrack, track } = player.getState()
        // That of an earlier track says nothing about this one.
        const isSilent = !notice || notice === noticeBefore
        noticeBefore = notice
        if (status === statusBefore) return
        statusBefore = status
        if (status === 'paused' && isSilent && watched.explained === 0 && nextTrack !== null)
          watched.violations.push(`${track?.title} stopped without a word`)
      })
      setInterval(() => {
        const times = elements.map(({ currentTime }) => currentTime).join()
        const { status, track } = player.getState()
        const isMoving = times !== before
        before = times
        if (status === 'playing' && isMoving && watched.explained > 0) watched.explained--
        still = isMoving || status !== 'playing' ? 0 : still + 1
        if (still < longest) return
        watched.violations.push(`${track?.title} stood still at ${player.progress.getState().position}`)
        still = 0
      }, interval)
    },
    [SILENT_LOOKS, LOOK_MS] as const,
  )
}

async function act(visit: SoundVisit, server: SoundServer, random: () => number): Promise<void> {
  const acts = ['next', 'previous', 'toggle', 'seek', 'play', 'pause outside', 'crossfade', 'queue'] as const
  const chosen = acts[Math.floor(random() * acts.length)]
  await visit.page.evaluate(
    ([what, number, tracks, looks]) => {
      const { player, elements } = window.sound
      const track = tracks[Math.floor(number * tracks.length)]
      if (what === 'toggle' || what === 'pause outside')
        (window as unknown as WatchedWindow).watched.explained = looks
      const list = { id: 'album', title: 'Still', type: 'album' as const, tracks }
      if (what === 'next' || what === 'previous' || what === 'toggle') player[what]()
      if (what === 'seek') player.seekToPercent(number * 100)
      if (what === 'play') player.playAlbum(list, track?.id)
      if (what === 'pause outside') for (const element of elements) element.pause()
      if (what === 'crossfade') player.setSettings({ crossfadeSeconds: number < 0.5 ? 0 : 2 })
      if (what === 'queue' && track) player.addToQueue(track)
    },
    [chosen, random(), [...server.tracks], PLAYED_LOOKS] as const,
  )
}

/** Everything works again: the track that is pressed must be heard. */
async function settle(visit: SoundVisit, server: SoundServer, number: number): Promise<void> {
  const tone = TONES[number] ?? 0
  for (let press = 1; ; press++) {
    await visit.page.evaluate(
      ([tracks, id]) => {
        const { player } = window.sound
        player.setSettings({ crossfadeSeconds: 0 })
        player.playAlbum({ id: 'album', title: 'Still', type: 'album', tracks }, id)
      },
      [[...server.tracks], server.tracks[number]?.id] as const,
    )
    // What was answered before may still fail the press, which then stays paused and says so: a listener presses again.
    const isHeard = await visit.page.waitForFunction(
      wanted => {
        const { status, notice } = window.sound.player.getState()
        if (window.sound.isTone(wanted)) return 'heard'
        return status === 'paused' && notice !== null && 'failed'
      },
      tone,
      { timeout: PATIENCE_MS, polling: 20 },
    )
    if ((await isHeard.jsonValue()) === 'heard') break
    expect(press, 'presses that failed while everything worked').toBeLessThan(PRESSES)
  }
  const { violations } = await visit.page.evaluate(() => (window as unknown as WatchedWindow).watched)
  expect(violations).toEqual([])
}

/** Drives the player through random presses and faults of the network. @param seed repeats a run */
export async function playThroughChaos(browser: Browser, events: number, seed: number): Promise<void> {
  const files = TONES.map(async (tone, i) => {
    const samples = Float32Array.from({ length: TRACK_SECONDS * RATE }, (_, at) => {
      return 0.5 * Math.sin((2 * Math.PI * tone * at) / RATE)
    })
    return [`${i}.flac`, await flacOf(samples)] as const
  })
  const server = await startSoundServer(await Promise.all(files))
  const random = randomFrom(seed)
  let fault: Fault = 'none'
  const answers = new Set<Promise<unknown>>()
  const visit = await visitSound(browser, server, RATE, page =>
    page.route(/\/(api\/streams|stream|audio)\//, async route => {
      const answered = answer(route, fault).catch(() => {})
      answers.add(answered)
      await answered
      answers.delete(answered)
    }),
  )
  try {
    await visit.page.evaluate(() => window.sound.stopRecording())
    await watchPlayer(visit.page)
    for (let event = 0; event < events; event++) {
      if (random() < 0.3) fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? 'none'
      else if (random() < 0.05) await visit.page.context().setOffline(random() < 0.5)
      else await act(visit, server, random)
      await visit.page.waitForTimeout(random() * 100)
      if ((event + 1) % EVENTS_PER_ROUND !== 0) continue
      fault = 'none'
      await visit.page.context().setOffline(false)
      await Promise.all(answers)
      await settle(visit, server, Math.floor(random() * TONES.length))
    }
  } finally {
    await visit.page.context().setOffline(false)
    await visit.close()
    await server.stop()
  }
}
