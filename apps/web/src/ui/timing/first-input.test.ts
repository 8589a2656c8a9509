import { expect, it, vi } from 'vitest'
import { onFirstInput } from './first-input.ts'

it('calls back once at the first input, unless it was cancelled, and at once afterwards', () => {
  const [first, cancelled, late] = [vi.fn(), vi.fn(), vi.fn()]
  onFirstInput(first)
  onFirstInput(cancelled)()
  expect(first).not.toHaveBeenCalled()
  dispatchEvent(new Event('touchstart'))
  dispatchEvent(new Event('pointermove'))
  expect(first).toHaveBeenCalledOnce()
  expect(cancelled).not.toHaveBeenCalled()
  onFirstInput(late)
  expect(late).toHaveBeenCalledOnce()
})
