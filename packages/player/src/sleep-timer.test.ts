import { beforeEach, expect, it, vi } from 'vitest'
import type { Clock } from './clock.ts'
import { createFakeOutput, type FakeOutput } from './output/fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import { makeAlbum, makeTrack } from './testing/make-tracks.ts'

/** A manual clock. Its timers do not run while the machine sleeps. */
function createFakeClock() {
  let now = 1_000_000
  let timers: { readonly due: number; readonly action: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    after(milliseconds, action) {
      const timer = { due: now + milliseconds, action }
      timers.push(timer)
      return () => {
        timers = timers.filter(each => each !== timer)
      }
    },
  }
  return {
    clock,
    waiting: () => timers.map(({ due }) => due - now),
    pass(milliseconds: number) {
      now += milliseconds
      const due = timers.filter(timer => timer.due <= now)
      timers = timers.filter(timer => timer.due > now)
      for (const { action } of due) action()
    },
    sleepFor(milliseconds: number) {
      now += milliseconds
      timers = timers.map(timer => ({ ...timer, due: timer.due + milliseconds }))
    },
  }
}

let time: ReturnType<typeof createFakeClock>
let output: FakeOutput
let player: Player
beforeEach(() => {
  time = createFakeClock()
  output = createFakeOutput()
  player = createPlayer({ output, clock: time.clock })
  player.playAlbum(makeAlbum('a', 'b', 'c'))
  output.events.emit({ type: 'playing' })
})
const fades = () => output.calls.filter(each => each.startsWith('fade'))
const inSeconds = (seconds: number) => ({ kind: 'at', until: time.clock.now() + seconds * 1000 }) as const

it('pauses at the time, not before, and is off again', () => {
  player.setSleep(inSeconds(60))
  expect(player.getState().sleep.kind).toBe('at')
  time.pass(59_999)
  expect(player.getState().status).toBe('playing')
  time.pass(1)
  expect(player.getState()).toMatchObject({ status: 'paused', sleep: { kind: 'off' } })
  expect(output.calls).toContain('pause')
})

it('fades out before the time and resets the volume once paused', () => {
  player.setSleep(inSeconds(60))
  expect(time.waiting()).toEqual([54_000])
  time.pass(53_999)
  expect(fades()).toEqual([])
  time.pass(1)
  expect(fades()).toEqual(['fade out 6'])
  expect(player.getState()).toMatchObject({ status: 'playing', sleep: { kind: 'at' } })
  time.pass(3_000)
  output.events.emit({ type: 'position', position: 5, duration: 100 })
  expect(fades()).toEqual(['fade out 6'])
  time.pass(3_000)
  expect(output.calls.slice(-2)).toEqual(['pause', 'fade in'])
  expect(fades()).toHaveLength(2)
})

it('fades out in the remaining time if the time is near', () => {
  player.setSleep(inSeconds(2))
  expect(fades()).toEqual(['fade out 2'])
})

it('shortens the fade-out, or pauses at once, after the machine has slept', () => {
  player.setSleep(inSeconds(60))
  time.sleepFor(57_000)
  output.events.emit({ type: 'position', position: 5, duration: 100 })
  expect(fades()).toEqual(['fade out 3'])
  player.setSleep(inSeconds(60))
  expect(fades()).toEqual(['fade out 3', 'fade in'])
  time.sleepFor(61_000)
  output.events.emit({ type: 'position', position: 6, duration: 100 })
  expect(output.calls.at(-1)).toBe('pause')
})

it.each([
  ['called off', () => player.setSleep({ kind: 'off' }), ['fade in']],
  ['put off', () => player.setSleep(inSeconds(60)), ['fade in']],
  ['for the end of the track instead', () => player.setSleep({ kind: 'track' }), ['fade in']],
  ['at once instead', () => player.setSleep(inSeconds(-1)), ['fade in']],
  ['a little later', () => player.setSleep(inSeconds(5)), ['fade out 5']],
  ['stopped', () => player.stop(), ['fade in']],
  ['another track', () => player.next(), []],
  ['a seek', () => player.seekTo(3), []],
  ['another volume', () => player.setVolume(0.5), []],
  ['a pause', () => player.pause(), []],
  ['the track that follows', () => output.events.emit({ type: 'advanced', track: makeTrack('b') }), []],
])('handles during the fade-out: %s', (_what, action, calls) => {
  player.setSleep(inSeconds(60))
  time.pass(56_000)
  const before = fades().length
  action()
  expect(fades().slice(before)).toEqual(calls)
})

it('plays at full volume after a pause during the fade-out', () => {
  player.setSleep(inSeconds(60))
  time.pass(56_000)
  player.pause()
  time.pass(4_000)
  expect(fades()).toEqual(['fade out 4', 'fade in'])
  expect(player.getState().sleep.kind).toBe('off')
  player.resume()
  expect(output.calls.at(-1)).toBe('resume')
})

it('pauses only once', () => {
  player.setSleep(inSeconds(60))
  time.pass(60_000)
  player.resume()
  output.events.emit({ type: 'playing' })
  time.pass(1000)
  output.events.emit({ type: 'position', position: 5, duration: 100 })
  expect(player.getState().status).toBe('playing')
})

it('pauses at the next position if the machine slept beyond the time', () => {
  player.setSleep(inSeconds(60))
  time.sleepFor(61_000)
  expect(player.getState().status).toBe('playing')
  output.events.emit({ type: 'position', position: 5, duration: 100 })
  expect(player.getState()).toMatchObject({ status: 'paused', sleep: { kind: 'off' } })
})

it('keeps waiting if a timer fires early, and longer than timers can', () => {
  const days = 60 * 24 * 60 * 60
  player.setSleep(inSeconds(days))
  expect(Math.max(...time.waiting())).toBeLessThan(2 ** 31)
  time.pass(2 ** 31 - 1)
  expect(player.getState().status).toBe('playing')
  expect(time.waiting()).toHaveLength(1)
  time.pass(2 ** 31 - 1)
  time.pass(2 ** 31 - 1)
  expect(player.getState().status).toBe('paused')
})

it('keeps waiting across tracks', () => {
  player.setSleep(inSeconds(60))
  output.events.emit({ type: 'advanced', track: makeTrack('b') })
  output.events.emit({ type: 'ended' })
  player.selectSource('user')
  output.events.emit({ type: 'ended' })
  expect(player.getState()).toMatchObject({ status: 'paused', sleep: { kind: 'at' } })
  player.resume()
  time.pass(60_000)
  expect(player.getState()).toMatchObject({ status: 'paused', sleep: { kind: 'off' } })
})

it('replaces the previous setting', () => {
  player.setSleep(inSeconds(60))
  player.setSleep(inSeconds(120))
  time.pass(60_000)
  expect(player.getState().status).toBe('playing')
  player.setSleep({ kind: 'off' })
  time.pass(60_000)
  expect(player.getState().status).toBe('playing')
  expect(time.waiting()).toEqual([])
})

it('pauses at once if the time has passed', () => {
  player.setSleep(inSeconds(-1))
  expect(player.getState()).toMatchObject({ status: 'paused', sleep: { kind: 'off' } })
})

it('cancels the timer on stop and destroy', () => {
  player.setSleep(inSeconds(60))
  player.stop()
  expect(player.getState().sleep.kind).toBe('off')
  expect(time.waiting()).toEqual([])
  player.setSleep(inSeconds(60))
  player.destroy()
  expect(time.waiting()).toEqual([])
})

it('prepares no next track and pauses at the end, with sleep after the track', () => {
  player.setSleep({ kind: 'track' })
  expect(fades()).toEqual([])
  expect(output.next).toBeNull()
  expect(player.getState().nextTrack?.id).toBe('b')
  const calls = output.calls.length
  output.events.emit({ type: 'ended' })
  expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'a' }, sleep: { kind: 'off' } })
  expect(player.progress.getState()).toEqual({ position: 100, duration: 100 })
  expect(output.calls.slice(calls)).toEqual(['pause'])
  player.resume()
  expect(player.getState()).toMatchObject({ status: 'loading', track: { id: 'b' } })
  expect(output.next?.id).toBe('c')
})

it('applies sleep after the track to a track started manually', () => {
  player.setSleep({ kind: 'track' })
  player.next()
  expect(player.getState()).toMatchObject({ track: { id: 'b' }, sleep: { kind: 'track' } })
  expect(output.next).toBeNull()
})

it('prepares the next track again when sleep is cancelled', () => {
  player.setSleep({ kind: 'track' })
  player.setSleep({ kind: 'off' })
  expect(output.next?.id).toBe('b')
})

it('pauses at the start of a track that has already taken over', () => {
  player.setSleep({ kind: 'track' })
  output.events.emit({ type: 'advanced', track: makeTrack('b') })
  expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'b' }, sleep: { kind: 'off' } })
  expect(output.calls.at(-1)).toBe('pause')
  expect(output.next?.id).toBe('c')
})

it('continues after a seek back from the end', () => {
  player.setSleep({ kind: 'track' })
  output.events.emit({ type: 'ended' })
  player.seekTo(30)
  player.resume()
  expect(output.calls.at(-1)).toBe('start a at 30')
})

it('uses the system clock by default', () => {
  vi.useFakeTimers()
  const real = createPlayer({ output: createFakeOutput() })
  real.setSleep({ kind: 'at', until: Date.now() + 1000 })
  vi.advanceTimersByTime(1000)
  expect(real.getState().sleep.kind).toBe('off')
  vi.useRealTimers()
})
