import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LONG_PRESS_MS, useLongPress } from './use-long-press.ts'

const onMenu = vi.fn()
const onPress = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  render(<Row />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Row() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as the row of a track
    <div {...useLongPress()} onContextMenu={({ clientX, clientY }) => onMenu(clientX, clientY)}>
      <button type="button" onClick={onPress}>
        Song
      </button>
      <span data-handle="">Handle</span>
    </div>
  )
}

const song = () => screen.getByText('Song')
const AT = { clientX: 30, clientY: 40 }
const press = (more = {}) =>
  fireEvent.pointerDown(song(), { pointerType: 'touch', isPrimary: true, ...AT, ...more })
const hold = () => vi.advanceTimersByTime(LONG_PRESS_MS)

it('asks for the menu where the finger is, and drops the click that follows (PROP-66)', () => {
  press()
  vi.advanceTimersByTime(LONG_PRESS_MS - 1)
  expect(onMenu).not.toHaveBeenCalled()
  fireEvent.pointerMove(song(), { clientX: 34, clientY: 44 })
  vi.advanceTimersByTime(1)
  expect(onMenu.mock.calls).toEqual([[30, 40]])
  fireEvent.pointerUp(song())
  fireEvent.click(song())
  expect(onPress).not.toHaveBeenCalled()
})

it.each([
  ['the finger moves', () => fireEvent.pointerMove(song(), { clientX: 30, clientY: 49 })],
  ['the page scrolls', () => fireEvent.pointerCancel(song())],
  ['the finger is lifted', () => fireEvent.pointerUp(song())],
])('does nothing if %s', (_, interrupt) => {
  press()
  interrupt()
  hold()
  expect(onMenu).not.toHaveBeenCalled()
  fireEvent.click(song())
  expect(onPress).toHaveBeenCalledOnce()
})

it('leaves the mouse, a second finger and what is dragged alone', () => {
  press({ pointerType: 'mouse' })
  hold()
  press({ isPrimary: false })
  hold()
  fireEvent.pointerDown(screen.getByText('Handle'), { pointerType: 'touch', isPrimary: true })
  hold()
  expect(onMenu).not.toHaveBeenCalled()
})

it('asks once where the browser asks as well, before or after it', () => {
  press()
  fireEvent.contextMenu(song(), AT)
  hold()
  expect(onMenu).toHaveBeenCalledOnce()
  press()
  hold()
  const late = createEvent.contextMenu(song(), AT)
  fireEvent(song(), late)
  expect(onMenu).toHaveBeenCalledTimes(2)
  // Nor does the browser show its own menu.
  expect(late.defaultPrevented).toBe(true)
})

it('leaves the click of a key alone', () => {
  press()
  hold()
  fireEvent.keyDown(song(), { key: 'Enter' })
  fireEvent.click(song())
  expect(onPress).toHaveBeenCalledOnce()
})

it('drops one click only: what helps to press may send others without a pointer', () => {
  press()
  hold()
  fireEvent.pointerUp(song())
  fireEvent.click(song())
  fireEvent.click(song())
  expect(onPress).toHaveBeenCalledOnce()
})
