import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { later } from './idle-task.ts'

const act = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  act.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('does it once, however often it is asked for, and again when asked again', () => {
  const { ask } = later(act)
  for (let n = 0; n < 5; n++) ask()
  expect(act).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(act).toHaveBeenCalledTimes(1)
  ask()
  vi.runAllTimers()
  expect(act).toHaveBeenCalledTimes(2)
})

it('waits until it has not been asked for a while', () => {
  const { ask } = later(act, 500)
  for (let n = 0; n < 5; n++) {
    ask()
    vi.advanceTimersByTime(499)
  }
  expect(act).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(act).toHaveBeenCalledTimes(1)
})

it('does at once what was asked for and cannot wait any longer, and only that', () => {
  const { ask, hurry } = later(act)
  hurry()
  expect(act).not.toHaveBeenCalled()
  ask()
  hurry()
  vi.runAllTimers()
  expect(act).toHaveBeenCalledTimes(1)
})

it.each([0, 500])('does nothing any more once it is dropped: quiet %d', quiet => {
  const { ask, drop } = later(act, quiet)
  ask()
  drop()
  vi.runAllTimers()
  expect(act).not.toHaveBeenCalled()
})

it('waits for the browser where that says when it has time', () => {
  const asked: (() => void)[] = []
  const cancel = vi.fn()
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => asked.push(callback))
  vi.stubGlobal('cancelIdleCallback', cancel)
  const { ask, drop } = later(act)
  ask()
  drop()
  expect(cancel).toHaveBeenCalledWith(1)
  ask()
  asked[1]?.()
  expect(act).toHaveBeenCalledTimes(1)
})
