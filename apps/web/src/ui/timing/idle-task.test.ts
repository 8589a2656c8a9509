import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdleTask } from './idle-task.ts'

const run = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  run.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('runs once however often it is scheduled, and again when it is scheduled again', () => {
  const task = createIdleTask(run)
  for (let n = 0; n < 5; n++) task.schedule()
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
  task.schedule()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(2)
})

it('debounces calls', () => {
  const task = createIdleTask(run, 500)
  for (let n = 0; n < 5; n++) {
    task.schedule()
    vi.advanceTimersByTime(499)
  }
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
})

it('runs immediately on flush, but only if it is scheduled', () => {
  const task = createIdleTask(run)
  task.flush()
  expect(run).not.toHaveBeenCalled()
  task.schedule()
  task.flush()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledTimes(1)
})

it.each([0, 500])('does not run after cancel with a debounce of %d ms', debounceMs => {
  const task = createIdleTask(run, debounceMs)
  task.schedule()
  task.cancel()
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
})

it('uses idle callbacks where the browser has them', () => {
  const callbacks: (() => void)[] = []
  const cancelIdleCallback = vi.fn()
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callbacks.push(callback))
  vi.stubGlobal('cancelIdleCallback', cancelIdleCallback)
  const task = createIdleTask(run)
  task.schedule()
  task.cancel()
  expect(cancelIdleCallback).toHaveBeenCalledWith(1)
  task.schedule()
  callbacks[1]?.()
  expect(run).toHaveBeenCalledTimes(1)
})
