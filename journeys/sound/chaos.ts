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
/** Milliseconds of silence under the name of "playing" that a busy machine may explain. */
const SILENT_MS = 8_000

const FAULTS = ['none', '404', '500', 'no answer', 'slow', 'cut', 'corrupt'] as const
type Fault = (typeof FAULTS)[number]

/** Numbers in [0, 1), always the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

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
  /** Somebody has asked for a pause. */
  mayPause: boolean
}
type WatchedWindow = Window & { watched: Watched }

/** Notes in the page when it is silent although it says that it plays, and when it stops without a word. */
function watchPlayer(page: Page): Promise<void> {
  return page.evaluate(longest => {
    const { player, elements } = window.sound
    let movedAt = performance.now()
    let before = ''
    let statusBefore = ''
    const watched: Watched = { violations: [], mayPause: false }
    Object.assign(window, { watched })
    player.subscribe(() => {
      const { status, notice, nextTrack, track } = player.getState()
      if (status === statusBefore) return
      const isUnexplained = !notice && !watched.mayPause && nextTrack !== null
      if (status === 'paused' && isUnexplained)
        watched.violations.push(`${track?.title} stopped without a word`)
      if (status === 'playing') watched.mayPause = false
      statusBefore = status
    })
    setInterval(() => {
      const times = elements.map(({ currentTime }) => currentTime).join()
      const { status, track } = player.getState()
      if (times !== before || status !== 'playing') movedAt = performance.now()
      before = times
      if (performance.now() - movedAt < longest) return
      watched.violations.push(`${track?.title} stood still at ${player.progress.getState().position}`)
      movedAt = performance.now()
    }, 100)
  }, SILENT_MS)
}

async function act(visit: SoundVisit, server: SoundServer, random: () => number): Promise<void> {
  const acts = ['next', 'previous', 'toggle', 'seek', 'play', 'pause outside', 'crossfade', 'queue'] as const
  const chosen = acts[Math.floor(random() * acts.length)]
  await visit.page.evaluate(
    ([what, number, tracks]) => {
      const { player, elements } = window.sound
      const track = tracks[Math.floor(number * tracks.length)]
      if (what === 'toggle' || what === 'pause outside')
        (window as unknown as WatchedWindow).watched.mayPause = true
      const list = { id: 'album', title: 'Still', type: 'album' as const, tracks }
      if (what === 'next' || what === 'previous' || what === 'toggle') player[what]()
      if (what === 'seek') player.seekToPercent(number * 100)
      if (what === 'play') player.playAlbum(list, track?.id)
      if (what === 'pause outside') for (const element of elements) element.pause()
      if (what === 'crossfade') player.setSettings({ crossfadeSeconds: number < 0.5 ? 0 : 2 })
      if (what === 'queue' && track) player.addToQueue(track)
    },
    [chosen, random(), [...server.tracks]] as const,
  )
}

/** Everything works again: the track that is pressed must be heard. */
async function settle(visit: SoundVisit, server: SoundServer, number: number): Promise<void> {
  await visit.page.evaluate(
    ([tracks, id]) => {
      const { player } = window.sound
      player.setSettings({ crossfadeSeconds: 0 })
      player.playAlbum({ id: 'album', title: 'Still', type: 'album', tracks }, id)
    },
    [[...server.tracks], server.tracks[number]?.id] as const,
  )
  await visit.untilTone(TONES[number] ?? 0)
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
  const visit = await visitSound(browser, server, RATE, page =>
    page.route(/\/(api\/streams|stream|audio)\//, route => answer(route, fault).catch(() => {})),
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
      await settle(visit, server, Math.floor(random() * TONES.length))
    }
  } finally {
    await visit.page.context().setOffline(false)
    await visit.close()
    await server.stop()
  }
}
