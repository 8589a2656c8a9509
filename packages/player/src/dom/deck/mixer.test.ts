import { beforeEach, expect, it, vi } from 'vitest'
import { createMixer, type Mixer } from './mixer.ts'

class FakeNode {
  connect = (to: unknown) => to
}

/** Runs only if the browser allows it. */
class FakeContext extends EventTarget {
  state: AudioContextState = 'suspended'
  destination = {}
  mayRun = false
  resumes = 0
  resume = async () => {
    this.resumes++
    if (this.mayRun) this.become('running')
  }
  close = async () => this.become('closed')
  become(state: AudioContextState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

let page: EventTarget
let context: FakeContext
let mixer: Mixer
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', { userActivation: { isActive: false } })
  vi.stubGlobal('DynamicsCompressorNode', FakeNode)
  vi.stubGlobal('WaveShaperNode', FakeNode)
  context = new FakeContext()
  mixer = createMixer(() => context as unknown as AudioContext)
  return () => vi.unstubAllGlobals()
})

const press = (type: string) => page.dispatchEvent(new Event(type))

it('plays if the browser allows it', () => {
  context.mayRun = true
  expect(mixer.canPlay()).toBe(true)
  expect(context.resumes).toBe(1)
})

it('counts as playing during a user gesture', () => {
  vi.stubGlobal('navigator', { userActivation: { isActive: true } })
  expect(mixer.canPlay()).toBe(true)
})

it('tries again at the next user gesture and calls back once', () => {
  const callback = vi.fn()
  mixer.whenRunning(callback)
  press('keydown')
  expect(context.resumes).toBe(2)
  expect(callback).not.toHaveBeenCalled()
  context.mayRun = true
  press('pointerup')
  expect(callback).toHaveBeenCalledTimes(1)
  press('pointerup')
  expect(context.resumes).toBe(3)
  expect(callback).toHaveBeenCalledTimes(1)
})

it('resumes at the next user gesture after the system suspended it', () => {
  context.mayRun = true
  mixer.canPlay()
  context.become('suspended')
  press('keydown')
  expect(context.state).toBe('running')
})

it.each(['visibilitychange', 'pageshow', 'pointerup'])('resumes at %s after a call interrupted it', type => {
  context.mayRun = true
  mixer.canPlay()
  context.become('interrupted' as AudioContextState)
  expect(context.state).toBe('interrupted')
  press(type)
  expect(context.state).toBe('running')
})

it('ignores user gestures after it was closed', () => {
  mixer.canPlay()
  mixer.destroy()
  press('keydown')
  expect(context.resumes).toBe(1)
})
