import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useHoverIntent } from './use-hover-intent.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show() {
  const onRest = vi.fn()
  const Target = () => <button {...useHoverIntent(onRest)} type="button" />
  render(<Target />)
  return { onRest, target: screen.getByRole('button') }
}

it('waits until the pointer rests, so that elements scrolled past under it do not count', () => {
  const { onRest, target } = show()
  fireEvent.pointerEnter(target)
  vi.advanceTimersByTime(79)
  fireEvent.pointerLeave(target)
  vi.advanceTimersByTime(1000)
  expect(onRest).not.toHaveBeenCalled()
  fireEvent.pointerEnter(target)
  vi.advanceTimersByTime(80)
  expect(onRest).toHaveBeenCalledTimes(1)
})

it('does not wait if the element is pressed', () => {
  const { onRest, target } = show()
  fireEvent.pointerEnter(target)
  fireEvent.pointerDown(target)
  expect(onRest).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(onRest).toHaveBeenCalledTimes(1)
})
