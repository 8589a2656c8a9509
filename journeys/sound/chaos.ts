import { randomFrom } from '@refrain/player/testing/random-from'
import type { Browser, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { flacOf } from './encode-lossless.ts'
import { RATE } from './signal.ts'
import { type SoundServer, startSoundServer } from './sound-server.ts'
import { type SoundVisit, visitSound } from './sound-visit.ts'
import { PLAYED_LOOKS, violationsOf, type WatchedWindow, watchTab } from './watch-tab.ts'

/** Each track is one tone, so that what is heard tells which one plays. */
const TONES = [400, 700, 1_000, 1_300] as const
const TRACK_SECONDS = 12
/** After so many events everything works for a moment, and the right track must be heard. */
const EVENTS_PER_ROUND = 50
/** How often a track may be pressed until it is heard. */
const PRESSES = 5
const PATIENCE_MS = 20_000

/** What some answers are instead. */
const STATUSES = ['404', '429', '500', '502', '503', '504'] as const
const FAULTS = ['none', ...STATUSES, 'no answer', 'hangs', 'slow', 'cut', 'corrupt'] as const
type Fault = (typeof FAULTS)[number]

/** End the requests that hang. */
const hanging = new Set<() => void>()

function endHanging(): void {
  for (const end of hanging) end()
  hanging.clear()
}

const isStatus = (fault: Fault) => STATUSES.some(status => status === fault)

async function answer(route: Route, fault: Fault): Promise<unknown> {
  if (isStatus(fault)) return route.fulfill({ status: Number(fault) })
  if (fault === 'hangs') await new Promise<void>(end => hanging.add(end))
  if (fault === 'no answer' || fault === 'hangs') return route.abort()
  if (fault === 'slow') await new Promise(resolve => setTimeout(resolve, 400))
  if (fault !== 'cut' && fault !== 'corrupt') return route.continue()
  const response = await route.fetch()
  const body = await response.body()
  const spoilt = fault === 'cut' ? body.subarray(0, body.length / 2) : Buffer.alloc(body.length, 7)
  return route.fulfill({ response, body: spoilt })
}

async function act({ page }: SoundVisit, server: SoundServer, random: () => number): Promise<void> {
  const acts = ['next', 'previous', 'toggle', 'seek', 'play', 'pause outside', 'crossfade', 'queue'] as const
  const chosen = acts[Math.floor(random() * acts.length)]
  await page.evaluate(
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

/** The tab changes to a build that was deployed meanwhile, also while it plays. The other tab stays in its own. */
async function changeBuild({ page }: SoundVisit, server: SoundServer): Promise<void> {
  const build = await server.deploy()
  expect(await violationsOf(page)).toEqual([])
  await page.context().setOffline(false)
  await page.reload()
  await page.waitForFunction(() => window.sound !== undefined)
  await page.evaluate(() => window.sound.record())
  await watch(page)
  expect(await page.evaluate(() => document.documentElement.dataset.build)).toBe(`${build}`)
  // What it restores waits for a press.
  expect(await page.evaluate(() => window.sound.player.getState().status)).toMatch(/^(idle|paused)$/)
}

/** What is heard is looked at now, and not kept. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => window.sound.stopRecording())
  await watchTab(page)
}

/** Everything works again: the track that is pressed must be heard, and nothing in the other tab. */
async function settle(
  { page }: SoundVisit,
  other: SoundVisit,
  server: SoundServer,
  number: number,
): Promise<void> {
  const tone = TONES[number] ?? 0
  for (let press = 1; ; press++) {
    await page.evaluate(
      ([tracks, id]) => {
        const { player } = window.sound
        player.setSettings({ crossfadeSeconds: 0 })
        player.playAlbum({ id: 'album', title: 'Still', type: 'album', tracks }, id)
      },
      [[...server.tracks], server.tracks[number]?.id] as const,
    )
    // What was answered before may still fail the press, which then stays paused and says so: a listener presses again.
    const isHeard = await page.waitForFunction(
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
  await other.untilSilent()
  for (const tab of [page, other.page]) expect(await violationsOf(tab)).toEqual([])
}

/** Drives the player in two tabs through random presses, faults of the network and new builds. @param seed repeats a run */
export async function playThroughChaos(browser: Browser, events: number, seed: number): Promise<void> {
  const files = TONES.map(async (tone, i) => {
    const samples = Float32Array.from({ length: TRACK_SECONDS * RATE }, (_, at) => {
      return 0.5 * Math.sin((2 * Math.PI * tone * at) / RATE)
    })
    return [`${i}.flac`, await flacOf(samples)] as const
  })
  const server = await startSoundServer(await Promise.all(files), { inTabs: true })
  const context = await browser.newContext()
  const random = randomFrom(seed)
  let fault: Fault = 'none'
  const answers = new Set<Promise<unknown>>()
  await context.route(/\/(api\/streams|stream|audio)\//, async route => {
    const answered = answer(route, fault).catch(() => {})
    answers.add(answered)
    await answered
    answers.delete(answered)
  })
  const tabs: SoundVisit[] = []
  try {
    for (const _tab of ['one', 'other']) {
      const tab = await visitSound(context, server)
      await watch(tab.page)
      tabs.push(tab)
    }
    const [one, other] = tabs as [SoundVisit, SoundVisit]
    for (let event = 0; event < events; event++) {
      const [used, unused] = random() < 0.5 ? [one, other] : [other, one]
      const what = random()
      if (what < 0.3) fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? 'none'
      else if (what < 0.34) await context.setOffline(random() < 0.5)
      else if (what < 0.36) await changeBuild(used, server)
      else await act(used, server, random)
      await used.page.waitForTimeout(random() * 100)
      if ((event + 1) % EVENTS_PER_ROUND !== 0) continue
      fault = 'none'
      await context.setOffline(false)
      endHanging()
      await Promise.all(answers)
      await settle(used, unused, server, Math.floor(random() * TONES.length))
    }
  } finally {
    endHanging()
    await context.setOffline(false)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
    await server.stop()
  }
}
