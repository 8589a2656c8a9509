import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeckGain } from './deck-gain.ts'
import type { Mixer } from './mixer.ts'

/** As in Firefox, a curve that has begun cannot be cancelled and blocks all other changes. */
class FakeParam {
  value = 1
  #isCurving = false
  cancelScheduledValues(): void {}
  setValueAtTime(to: number): void {
    if (this.#isCurving) throw new DOMException("Can't add events during a curve event", 'NotSupportedError')
    this.value = to
  }
  linearRampToValueAtTime(to: number): void {
    this.setValueAtTime(to)
  }
  setValueCurveAtTime(): void {
    this.#isCurving = true
  }
}

class FakeGain {
  readonly gain = new FakeParam()
  connect = (to: unknown) => to
}

class FakeElement {
  readonly HAVE_FUTURE_DATA = 3
  readyState = 4
  paused = false
  seeking = false
  muted = false
  volume = 1
}

let canPlay: boolean
let whenRunning: (() => void)[]
let attached: unknown[]
let element: FakeElement
let deckGain: DeckGain
let mixer: Mixer
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('GainNode', FakeGain)
  canPlay = true
  whenRunning = []
  attached = []
  element = new FakeElement()
  const createMediaElementSource = (which: unknown) => {
    attached.push(which)
    return new FakeGain()
  }
  mixer = {
    context: { currentTime: 0, createMediaElementSource },
    input: {},
    canPlay: () => canPlay,
    whenRunning: (callback: () => void) => void whenRunning.push(callback),
    wake() {},
    destroy() {},
  } as unknown as Mixer
  deckGain = new DeckGain(element as unknown as HTMLAudioElement, mixer)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reroutes the audio at once if nothing plays, else after it was silenced', async () => {
  deckGain.amplify()
  await vi.advanceTimersByTimeAsync(100)
  expect(attached).toEqual([])
  expect(element.volume).toBeLessThan(0.5)
  await vi.advanceTimersByTimeAsync(100)
  expect(attached).toEqual([element])
  expect(deckGain.isAmplified).toBe(true)
})

it('silences in small steps on a busy page, and in one step in a hidden tab', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const levels = [1]
  async function pass(milliseconds: number): Promise<void> {
    now.mockReturnValue(performance.now() + milliseconds)
    // A late timer fires only once.
    await vi.advanceTimersToNextTimerAsync()
    levels.push(element.volume)
  }
  deckGain.amplify()
  await pass(8)
  for (let step = 0; step < 3; step++) await pass(60)
  for (let step = 0; step < 3; step++) await pass(8)
  expect(attached).toEqual([])
  const steps = levels.slice(1).map((level, place) => (levels[place] ?? 0) - level)
  expect(Math.max(...steps)).toBeLessThan(0.11)
  expect(Math.min(...steps)).toBeGreaterThan(0.05)
  await pass(1_000)
  expect(attached).toEqual([element])
})

it('keeps the route while the browser blocks Web Audio', async () => {
  canPlay = false
  element.paused = true
  deckGain.setFactor(2)
  deckGain.amplify()
  deckGain.amplify()
  deckGain.amplifyIfSilent()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(attached).toEqual([])
  expect(element.volume).toBe(1)
  canPlay = true
  expect(whenRunning).toHaveLength(1)
  whenRunning[0]?.()
  expect(attached).toEqual([element])
})

it('does not reroute playing audio when only silence may be used', async () => {
  deckGain.amplifyIfSilent()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(attached).toEqual([])
  expect(element.volume).toBe(1)
  element.paused = true
  deckGain.amplifyIfSilent()
  expect(attached).toEqual([element])
})

it('can be muted and opened in the middle of a fade', () => {
  const made: FakeGain[] = []
  vi.stubGlobal(
    'GainNode',
    class extends FakeGain {
      constructor() {
        super()
        made.push(this)
      }
    },
  )
  element.paused = true
  deckGain.amplify()
  const levels = () => made.map(({ gain }) => gain.value)
  deckGain.fadeOut(2)
  expect(levels()).toContain(0)
  deckGain.open()
  expect(levels()).not.toContain(0)
  deckGain.fadeIn(2)
  deckGain.mute()
  expect(levels()).toContain(0)
})

it('mutes an element whose volume cannot be set, as on iPhones', () => {
  const fixed = Object.defineProperty(new FakeElement(), 'volume', { get: () => 1, set() {} })
  fixed.paused = true
  const gain = new DeckGain(fixed as unknown as HTMLAudioElement, mixer)
  gain.setVolume(0)
  expect(fixed.muted).toBe(true)
  gain.setVolume(0.5)
  expect(fixed.muted).toBe(false)
  gain.setVolume(0)
  gain.amplify()
  expect(fixed.muted).toBe(false)

  // Browsers hide the media controls of a muted element.
  element.paused = true
  deckGain.setVolume(0)
  expect(element).toMatchObject({ volume: 0, muted: false })
})
