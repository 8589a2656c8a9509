import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PlayButton } from './play-button.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('expects a press once the focus stays, not while arrow keys pass it', () => {
  const onNear = vi.fn()
  render(<PlayButton action="play" onPress={() => {}} onNear={onNear} className="" size="" />)
  const button = screen.getByRole('button')
  fireEvent.focus(button)
  vi.advanceTimersByTime(33)
  fireEvent.blur(button)
  vi.advanceTimersByTime(1000)
  expect(onNear).not.toHaveBeenCalled()
  fireEvent.focus(button)
  vi.advanceTimersByTime(100)
  expect(onNear).toHaveBeenCalledTimes(1)
})

it('expects no press that has come', () => {
  const onNear = vi.fn()
  render(<PlayButton action="play" onPress={() => {}} onNear={onNear} className="" size="" />)
  const button = screen.getByRole('button')
  fireEvent.focus(button)
  fireEvent.click(button)
  vi.advanceTimersByTime(1000)
  expect(onNear).not.toHaveBeenCalled()
})
