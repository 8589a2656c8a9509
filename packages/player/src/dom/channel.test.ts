import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Channel, createChannel } from './channel.ts'
import type { Mixer } from './mixer.ts'

class FakeParam {
  value = 1
  cancelScheduledValues(): void {}
  setValueAtTime(): void {}
  linearRampToValueAtTime(to: number): void {
    this.value = to
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
  volume = 1
}

let canSound: boolean
let whenSounding: (() => void)[]
let attached: unknown[]
let element: FakeElement
let channel: Channel
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('GainNode', FakeGain)
  canSound = true
  whenSounding = []
  attached = []
  element = new FakeElement()
  const createMediaElementSource = (which: unknown) => {
    attached.push(which)
    return new FakeGain()
  }
  const mixer = {
    context: { currentTime: 0, createMediaElementSource },
    input: {},
    canSound: () => canSound,
    whenSounding: (act: () => void) => void whenSounding.push(act),
    wake() {},
    destroy() {},
  }
  channel = createChannel(() => element as unknown as HTMLAudioElement, mixer as unknown as Mixer)
  channel.createElement()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the way of the sound changes at once where nothing sounds, else after it has become silent', async () => {
  channel.amplify()
  await vi.advanceTimersByTimeAsync(100)
  expect(attached).toEqual([])
  expect(element.volume).toBeLessThan(0.5)
  await vi.advanceTimersByTimeAsync(100)
  expect(attached).toEqual([element])
  expect(channel.isAmplified()).toBe(true)
})

it('while the page is busy the way to silence is longer, not its steps larger; in a hidden tab it is one step', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const levels = [1]
  async function pass(milliseconds: number): Promise<void> {
    now.mockReturnValue(performance.now() + milliseconds)
    // However late a timer comes, it comes once.
    await vi.advanceTimersToNextTimerAsync()
    levels.push(element.volume)
  }
  channel.amplify()
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

it('while Web Audio is not heard, the sound goes the way it went', async () => {
  canSound = false
  element.paused = true
  channel.setFactor(2)
  channel.amplify()
  channel.amplify()
  channel.amplifyIfSilent()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(attached).toEqual([])
  expect(element.volume).toBe(1)
  canSound = true
  expect(whenSounding).toHaveLength(1)
  whenSounding[0]?.()
  expect(attached).toEqual([element])
})

it('where only a silence may be used, what sounds is left alone', async () => {
  channel.amplifyIfSilent()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(attached).toEqual([])
  expect(element.volume).toBe(1)
  element.paused = true
  channel.amplifyIfSilent()
  expect(attached).toEqual([element])
})
