import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link } from 'lucide-react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import type { MenuAction, MenuEntry } from './menu-entry.ts'
import OptionsMenu from './options-menu.tsx'

const copy = vi.fn(async () => {})
const onClose = vi.fn()
const entry = (label: string, done?: string): MenuAction => ({
  label,
  icon: Link,
  onSelect: copy,
  ...(done && { done }),
})
const entries: MenuEntry[] = [
  entry('Go to artist'),
  entry('Copy link', 'Copied'),
  { label: 'Share', icon: Link, entries: [entry('Inner')] },
  entry('Grow'),
]

const item = (name: string) => screen.getByRole('menuitem', { name })
const isOpen = () => screen.queryByRole('menuitem', { name: 'Inner' }) !== null
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const mouse = (clientX: number, clientY: number) => ({ pointerType: 'mouse', clientX, clientY })

let opener: HTMLElement
let close: () => void

beforeEach(async () => {
  mockBrowser()
  vi.useFakeTimers()
  render(
    <main>
      <button type="button">opener</button>
      <button type="button">chosen</button>
    </main>,
  )
  opener = screen.getByRole('button', { name: 'opener' })
  opener.focus()
  ;({ unmount: close } = render(
    <OptionsMenu
      anchor={{ opener, x: 10, y: 10, align: 'start', byKey: true }}
      entries={entries}
      onClose={onClose}
    />,
  ))
  // The first entry gets the focus in the next frame.
  await pass(20)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('the timing of Radix menus', () => {
  it('opens a sub-menu after 100 ms of hovering (ROW-24, CON-16)', async () => {
    fireEvent.pointerMove(item('Share'), mouse(20, 60))
    await pass(99)
    expect(isOpen()).toBe(false)
    await pass(1)
    expect(isOpen()).toBe(true)
  })

  it('lets the pointer cross other entries for 300 ms on its way to the sub-menu (ROW-25, CON-16)', async () => {
    fireEvent.pointerMove(item('Share'), mouse(20, 60))
    await pass(100)
    const inner = item('Inner').closest<HTMLElement>('[role="menu"]')!
    inner.dataset.side = 'right'
    inner.getBoundingClientRect = () => new DOMRect(200, 50, 192, 100)
    const leave = async () => {
      fireEvent.pointerMove(item('Share'), mouse(100, 60))
      fireEvent.pointerLeave(item('Share'), mouse(110, 66))
    }
    const cross = () => {
      fireEvent.pointerMove(item('Grow'), mouse(130, 70))
      return document.activeElement === item('Grow')
    }
    await leave()
    await pass(299)
    expect(cross()).toBe(false)
    expect(isOpen()).toBe(true)
    await leave()
    await pass(300)
    expect(cross()).toBe(true)
  })

  it('resets the typeahead after 1 s (ROW-26, CON-16)', async () => {
    const menu = screen.getByRole('menu', { name: 'More options' })
    const type = async (key: string) => {
      fireEvent.keyDown(menu, { key })
      await pass(0)
    }
    await type('g')
    expect(document.activeElement).toBe(item('Grow'))
    await pass(999)
    await type('o')
    expect(document.activeElement).toBe(item('Go to artist'))
    await pass(1000)
    await type('s')
    expect(document.activeElement).toBe(item('Share'))
  })
})

// Radix returns it asynchronously.
describe('the focus of a closed menu', () => {
  it('returns to the opener', async () => {
    expect(document.activeElement).toBe(item('Go to artist'))
    close()
    await pass(0)
    expect(document.activeElement).toBe(opener)
  })

  it('stays in the screen or dialog that an entry opened', async () => {
    const chosen = screen.getByRole('button', { name: 'chosen' })
    chosen.focus()
    close()
    await pass(0)
    expect(document.activeElement).toBe(chosen)
  })
})

it('is 16rem wide from 768 px, and its sub-menu 12rem (ROW-22, ROW-23, CON-15, READ-34)', async () => {
  expect(screen.getByRole('menu', { name: 'More options' }).className).toMatch(/\bmd:w-64\b/)
  fireEvent.click(item('Share'))
  await pass(0)
  expect(item('Inner').closest('[role="menu"]')?.className).toMatch(/\bw-48\b/)
})

it('focuses its first entry when opened by the keyboard', () => {
  expect(document.activeElement).toBe(item('Go to artist'))
})

it('confirms an action for a moment, then closes', async () => {
  fireEvent.click(item('Copy link'))
  await pass(0)
  expect(copy).toHaveBeenCalledOnce()
  expect(item('Copied')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
  await pass(1000)
  expect(onClose).toHaveBeenCalled()
})

it('closes without a message if the action fails (READ-59)', async () => {
  copy.mockRejectedValueOnce(new Error('refused'))
  fireEvent.click(item('Copy link'))
  await pass(0)
  expect(screen.queryByText('Copied')).toBeNull()
  expect(onClose).toHaveBeenCalled()
})

it('opens a sub-menu with the right arrow key and leaves it with the left one', async () => {
  item('Share').focus()
  fireEvent.keyDown(item('Share'), { key: 'ArrowRight' })
  await pass(20)
  expect(document.activeElement).toBe(item('Inner'))
  fireEvent.keyDown(item('Inner'), { key: 'ArrowLeft' })
  await pass(20)
  expect(isOpen()).toBe(false)
  expect(document.activeElement).toBe(item('Share'))
})

it('closes on Back (PROP-67)', () => {
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  expect(onClose).not.toHaveBeenCalled()
  const { layer: _, ...page } = history.state
  dispatchEvent(new PopStateEvent('popstate', { state: page }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
