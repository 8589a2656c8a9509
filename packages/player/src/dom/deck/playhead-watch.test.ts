import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PlayheadWatch } from './playhead-watch.ts'

class FakeElement extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3
  readyState = 4
  currentTime = 10
  paused = true
  seeking = false
}

let element: FakeElement
let calls: string[]
let watch: PlayheadWatch
let ended: AbortController
let isHeldUp: boolean
beforeEach(() => {
  vi.useFakeTimers()
  element = new FakeElement()
  calls = []
  isHeldUp = false
  ended = new AbortController()
  watch = new PlayheadWatch(
    {
      element: element as unknown as HTMLAudioElement,
      isHeldUp: () => isHeldUp,
      onStuck: () => void calls.push('stuck'),
      onMoving: () => void calls.push('moving'),
      nudge(seconds) {
        calls.push('nudge')
        element.currentTime += seconds
      },
      reload() {
        calls.push('reload')
        element.currentTime = 10
      },
      giveUp: () => void calls.push('give up'),
    },
    ended.signal,
  )
  element.paused = false
  element.dispatchEvent(new Event('play'))
})
afterEach(() => {
  ended.abort()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

/** Time passes while the playhead moves or stands still. */
function pass(seconds: number, isMoving = false): void {
  for (let look = 0; look < seconds * 2; look++) {
    if (isMoving) element.currentTime += 0.5
    vi.advanceTimersByTime(500)
  }
}

it('notices a playhead that stands still within three seconds, nudges it, loads again and gives up', () => {
  pass(10, true)
  pass(2)
  expect(calls).toEqual([])
  pass(1)
  expect(calls).toEqual(['stuck', 'nudge'])
  expect(watch.isStuck).toBe(true)
  pass(20)
  expect(calls).toEqual(['stuck', 'nudge', 'reload', 'give up'])
})

it.each([
  ['the nudge', 3, ['stuck', 'nudge', 'moving']],
  ['loading again', 5, ['stuck', 'nudge', 'reload', 'moving']],
])('plays again after %s', (_what, seconds, expected) => {
  pass(seconds)
  pass(2, true)
  expect(calls).toEqual(expected)
  expect(watch.isStuck).toBe(false)
})

it.each([
  ['paused', () => (element.paused = true)],
  ['waiting for data', () => (element.readyState = 2)],
  ['seeking', () => (element.seeking = true)],
  ['moving', () => {}],
])('does nothing while the element is %s', (what, act) => {
  act()
  pass(30, what === 'moving')
  expect(calls).toEqual([])
})

it('counts anew for another track', () => {
  pass(2)
  watch.reset()
  pass(2)
  expect(calls).toEqual([])
})

it('says that the playhead stands still, but keeps the track, while something else holds it up', () => {
  isHeldUp = true
  pass(60)
  expect(calls).toEqual(['stuck', 'nudge'])
  isHeldUp = false
  pass(20)
  expect(calls).toEqual(['stuck', 'nudge', 'reload', 'give up'])
})

it('counts anew after a pause', () => {
  pass(2)
  element.paused = true
  pass(1)
  element.paused = false
  element.dispatchEvent(new Event('play'))
  pass(2)
  expect(calls).toEqual([])
})
