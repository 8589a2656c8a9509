import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from './output/fake-output.ts'
import type { FailureReason } from './output/output.ts'
import { createPlayer, type Player } from './player.ts'
import type { PlaybackSettings } from './state/playback-settings.ts'
import type { PlayerTrack } from './state/player-state.ts'
import { makeAlbum } from './testing/make-tracks.ts'

let output: FakeOutput
let player: Player
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  output = createFakeOutput()
  player = createPlayer({ output })
  player.playAlbum(makeAlbum('a', 'b', 'c', 'd', 'e'))
  soundTo(10)
})
afterEach(() => {
  player.destroy()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const error = new Error('no sound')
const fail = (reason?: FailureReason) =>
  output.events.emit({ type: 'failed', error, ...(reason && { reason }) })
const now = () => {
  const { status, track, notice } = player.getState()
  return [status, track?.id, notice?.kind]
}
/** The current track plays from its start to this second. */
function soundTo(second: number): void {
  output.events.emit({ type: 'playing' })
  for (const position of [0, second]) output.events.emit({ type: 'position', position, duration: 100 })
}
function failTwice(): void {
  fail()
  vi.advanceTimersByTime(1_000)
  fail()
}

it('tries a track once more where it failed, then plays the next one and says so', () => {
  fail()
  expect(now()).toEqual(['loading', 'a', undefined])
  expect(output.calls.at(-1)).toBe('start a at 0')
  vi.advanceTimersByTime(1_000)
  expect(output.calls.at(-1)).toBe('start a at 10')
  fail()
  expect(now()).toEqual(['loading', 'b', 'skipped'])
  expect(player.getState().notice).toMatchObject({ tracks: [{ id: 'a' }] })
  soundTo(1)
  expect(now()).toEqual(['playing', 'b', 'skipped'])
  output.events.emit({ type: 'ended' })
  expect(now()).toEqual(['loading', 'c', undefined])
})

it('continues where a track failed if the second attempt works, as often as it helps', () => {
  for (const second of [20, 30]) {
    fail()
    vi.advanceTimersByTime(1_000)
    output.events.emit({ type: 'playing' })
    for (const position of [second - 5, second])
      output.events.emit({ type: 'position', position, duration: 100 })
    expect(now()).toEqual(['playing', 'a', undefined])
  }
})

it('stops after three tracks in a row and says why', () => {
  for (const id of ['b', 'c']) {
    failTwice()
    expect(now()).toEqual(['loading', id, 'skipped'])
  }
  failTwice()
  expect(now()).toEqual(['paused', 'c', 'stopped'])
  vi.advanceTimersByTime(10_000)
  expect(now()).toEqual(['paused', 'c', 'stopped'])
  player.resume()
  expect(now()).toEqual(['loading', 'c', undefined])
})

it('counts anew after a track that played', () => {
  failTwice()
  failTwice()
  soundTo(5)
  output.events.emit({ type: 'ended' })
  failTwice()
  expect(now()).toEqual(['loading', 'e', 'skipped'])
})

it('tells of a track that was passed over when the one after it starts by itself', () => {
  output.events.emit({ type: 'unplayable', track: makeAlbum('b').tracks[0] as never })
  expect(now()).toEqual(['playing', 'a', undefined])
  output.events.emit({ type: 'advanced', track: output.next as never })
  expect(now()).toEqual(['playing', 'c', 'skipped'])
  expect(player.getState().notice).toMatchObject({ tracks: [{ id: 'b' }] })
})

it.each([
  ['refused', 'refused'],
  ['unreachable', 'unreachable'],
  ['stuck', 'failed'],
  [undefined, 'failed'],
] as const)('stays paused after a press that failed: %s (ENG-06)', (reason, notice) => {
  player.next()
  fail(reason)
  expect(now()).toEqual(['paused', 'b', notice])
  vi.advanceTimersByTime(10_000)
  expect(now()).toEqual(['paused', 'b', notice])
})

it('pauses if the browser refuses to continue, and says so until it plays', () => {
  fail('refused')
  expect(now()).toEqual(['paused', 'a', 'refused'])
  player.resume()
  soundTo(11)
  expect(now()).toEqual(['playing', 'a', undefined])
})

it('tries again every second while nothing answers, and is silent about it in the console', () => {
  for (let second = 0; second < 45; second++) {
    fail('unreachable')
    expect(now()).toEqual(['loading', 'a', 'unreachable'])
    vi.advanceTimersByTime(1_000)
  }
  expect(output.calls.filter(call => call === 'start a at 10')).toHaveLength(45)
  soundTo(11)
  expect(now()).toEqual(['playing', 'a', undefined])
  expect(console.error).not.toHaveBeenCalled()
})

/** Nothing answers for the current track: tries it for so many seconds. */
async function failFor(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    fail('unreachable')
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

it('passes over a track that is unreachable for half a minute if the service answers for the next one', async () => {
  await failFor(40)
  expect(now()).toEqual(['loading', 'a', 'unreachable'])
  output.answered.add('b')
  // The service answers from now on: only attempts that begin later count.
  await failFor(1)
  expect(now()).toEqual(['loading', 'a', 'unreachable'])
  await failFor(1)
  expect(now()).toEqual(['loading', 'b', 'skipped'])
  expect(player.getState().notice).toMatchObject({ tracks: [{ id: 'a' }] })
  // No attempt for the old track is left.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(output.calls.at(-1)).toBe('start b at 0')
})

it.each<[Partial<PlaybackSettings>, string, unknown[]]>([
  [{ repeat: 'one' }, 'a', ['paused', 'a', 'failed']],
  [{ repeat: 'off' }, 'e', ['paused', 'e', 'failed']],
  [{ repeat: 'off', autoplay: true }, 'e', ['loading', 's', 'skipped']],
])(
  'gives up a track that is unreachable alone where the next one does not follow: %o',
  async (settings, id, expected) => {
    player.setSettings(settings)
    player.playFrom('album', id)
    soundTo(10)
    player.setContinuation({ ...makeAlbum('s'), id: 'similar' })
    await failFor(40)
    expect(now()).toEqual(['loading', id, 'unreachable'])
    output.answered.add(id === 'a' ? 'b' : 'a')
    await failFor(2)
    expect(now()).toEqual(expected)
  },
)

it('does not pass over a track that comes back while the service is asked for the next one', async () => {
  let answer = (_isAnswered: boolean) => {}
  vi.spyOn(output, 'isAnswered').mockImplementation(() => new Promise(resolve => (answer = resolve)))
  await failFor(32)
  // The attempt that plays in a moment is under way.
  expect(output.calls.at(-1)).toBe('start a at 10')
  answer(true)
  await vi.advanceTimersByTimeAsync(300)
  expect(now()).toEqual(['loading', 'a', 'unreachable'])
  output.events.emit({ type: 'playing' })
  await failFor(1)
  expect(now()).toEqual(['loading', 'a', 'unreachable'])
})

it('counts an attempt that began before the service answered for the next track as one of the outage', async () => {
  let answer = (_isAnswered: boolean) => {}
  vi.spyOn(output, 'isAnswered').mockImplementation(() => new Promise(resolve => (answer = resolve)))
  await failFor(32)
  answer(true)
  await failFor(1)
  expect(now()).toEqual(['loading', 'a', 'unreachable'])
  await failFor(1)
  expect(now()).toEqual(['loading', 'b', 'skipped'])
})

it.each([503, 429])(
  'waits as long as a track is being prepared, or the service is busy: %d',
  async status => {
    output.answered.add('b')
    const busy = Object.assign(new Error('busy'), { status, retryAfterSeconds: 5 })
    for (let second = 0; second < 90; second += 5) {
      output.events.emit({ type: 'failed', error: busy, reason: 'unreachable' })
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(now()).toEqual(['loading', 'a', 'unreachable'])
    expect(output.calls.filter(call => call === 'start a at 10')).toHaveLength(18)
  },
)

it.each([
  ['the browser is online or the page is looked at', () => output.events.emit({ type: 'chance' })],
  ['play is pressed, as on the lock screen', () => player.resume()],
])('ends its pause when %s', async (_when, act) => {
  const busy = Object.assign(new Error('503'), { status: 503, retryAfterSeconds: 10 })
  output.events.emit({ type: 'failed', error: busy, reason: 'unreachable' })
  const { length } = output.calls
  act()
  expect(output.calls.slice(length)).toEqual(['start a at 10'])
  // Once only.
  await vi.advanceTimersByTimeAsync(20_000)
  act()
  expect(output.calls.filter(call => call.startsWith('start'))).toHaveLength(2)
})

it('counts neither shorter outages together nor the time in which the page was frozen', async () => {
  output.answered.add('b')
  await failFor(25)
  soundTo(12)
  await failFor(25)
  expect(now()).toEqual(['loading', 'a', 'unreachable'])
  soundTo(14)
  await failFor(1)
  vi.setSystemTime(Date.now() + 3_600_000)
  await failFor(1)
  expect(now()).toEqual(['loading', 'a', 'unreachable'])
})

it('tells of tracks that are passed over where the current one was removed', () => {
  for (const track of makeAlbum('v', 'w', 'x', 'y', 'z').tracks) player.addToQueue(track)
  player.playFrom('user', 'w')
  soundTo(10)
  player.removeFromQueue('w')
  output.events.emit({ type: 'unplayable', track: output.next as PlayerTrack })
  output.events.emit({ type: 'advanced', track: output.next as PlayerTrack })
  expect(now()).toEqual(['playing', 'y', 'skipped'])
  expect(player.getState().notice).toMatchObject({ tracks: [{ id: 'x' }] })
})

it('ends what it has told once playing goes on, or when the listener has seen it', () => {
  failTwice()
  soundTo(7)
  expect(now()).toEqual(['playing', 'b', 'skipped'])
  soundTo(8)
  expect(now()).toEqual(['playing', 'b', undefined])
  fail('unreachable')
  player.dismissNotice()
  vi.advanceTimersByTime(1_000)
  fail('unreachable')
  expect(player.getState().notice).toEqual({ kind: 'unreachable', isDismissed: true })
})

it.each([
  [5, 5_000],
  [0, 1_000],
  [3_600, 10_000],
])('waits as a busy service asks for, but not for long: %d s', (retryAfterSeconds, milliseconds) => {
  const busy = Object.assign(new Error('503'), { retryAfterSeconds })
  output.events.emit({ type: 'failed', error: busy, reason: 'unreachable' })
  vi.advanceTimersByTime(milliseconds - 1)
  expect(output.calls).not.toContain('start a at 10')
  vi.advanceTimersByTime(1)
  expect(output.calls).toContain('start a at 10')
})

it('says that it waits for the connection while the browser is offline, until it plays', () => {
  output.events.emit({ type: 'waiting', reason: 'unreachable' })
  expect(now()).toEqual(['loading', 'a', 'unreachable'])
  output.events.emit({ type: 'playing' })
  expect(now()).toEqual(['playing', 'a', undefined])
  player.pause()
  output.events.emit({ type: 'waiting', reason: 'unreachable' })
  expect(now()).toEqual(['paused', 'a', undefined])
})

it.each([
  ['a pause', () => player.pause(), ['paused', 'a', undefined]],
  ['another track', () => player.next(), ['loading', 'b', undefined]],
  ['a stop', () => player.stop(), ['idle', undefined, undefined]],
])('tries nothing again after %s', (_what, act, expected) => {
  fail()
  act()
  const { length } = output.calls
  vi.advanceTimersByTime(10_000)
  expect(output.calls).toHaveLength(length)
  expect(now()).toEqual(expected)
})

it('skips a track that stands still without another attempt', () => {
  fail('stuck')
  expect(now()).toEqual(['loading', 'b', 'skipped'])
})

it('stops at the second track in a row that stands still', () => {
  fail('stuck')
  fail('stuck')
  expect(now()).toEqual(['paused', 'b', 'stopped'])
  player.resume()
  soundTo(5)
  fail('stuck')
  expect(now()).toEqual(['loading', 'c', 'skipped'])
})

it('stops at a track that failed if playback sleeps after it', () => {
  player.setSleep({ kind: 'track' })
  failTwice()
  expect(now()).toEqual(['paused', 'a', 'failed'])
})
