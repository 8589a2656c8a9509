import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Link, ListMusic, Plus } from 'lucide-react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockPhone } from '../../testing/mock-phone.ts'
import type { MenuAction, MenuEntry } from './menu-entry.ts'
import OptionsMenu from './options-menu.tsx'

const perform = vi.fn(async () => {})
const onClose = vi.fn()
const onChoose = vi.fn()

const entry = (label: string, more?: Partial<MenuAction>): MenuAction => ({
  label,
  icon: Link,
  onSelect: perform,
  ...more,
})
const playlists = Array.from({ length: 8 }, (_, place) =>
  entry(`Songs of ${['summer', 'winter'][place % 2]} ${place}`, { icon: ListMusic, done: 'Added' }),
)
const entries: MenuEntry[] = [
  entry('Go to artist'),
  entry('Copy link', { done: 'Copied' }),
  {
    label: 'Add to playlist',
    icon: ListMusic,
    finder: 'Find a playlist',
    entries: [entry('New playlist', { icon: Plus, isAlwaysShown: true }), ...playlists],
  },
  { label: 'Share', icon: Link, finder: 'Find', entries: [entry('Copy song link')] },
  { label: 'Speed', icon: Link, value: '1×', options: ['1×', '2×'], chosen: '1×', onChoose },
  { label: 'more', render: draw => <Counting draw={draw} /> },
]

/** Entries that keep a state of their own. */
function Counting({ draw }: { readonly draw: (entries: readonly MenuEntry[]) => React.ReactNode }) {
  const [count, setCount] = useState(0)
  const increase = async () => setCount(count + 1)
  return draw([
    {
      label: 'Counted',
      icon: Link,
      entries: [entry(`Count ${count}`, { key: 'count', onSelect: increase, done: 'Counted' })],
    },
  ])
}

beforeEach(() => {
  mockBrowser()
  mockPhone()
  render(<button type="button">opener</button>)
  const opener = screen.getByRole('button', { name: 'opener' })
  render(
    <OptionsMenu
      subject={{ title: 'A song', detail: 'An artist', picture: <i data-testid="cover" /> }}
      anchor={{ opener, x: 10, y: 10, align: 'start', byKey: false }}
      entries={entries}
      onClose={onClose}
    />,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

const sheet = () => screen.getByRole<HTMLDialogElement>('dialog', { name: 'A song' })
const item = (name: string | RegExp) => screen.getByRole('menuitem', { name })
const open = (name: string | RegExp) => fireEvent.click(item(name))
const offered = (menu: string) =>
  within(screen.getByRole('menu', { name: menu }))
    .getAllByRole('menuitem')
    .map(each => each.textContent)

it('is a sheet with cover, title and artist on top (PROP-69)', () => {
  expect(sheet().open).toBe(true)
  for (const text of ['A song', 'An artist']) expect(within(sheet()).getByText(text)).toBeDefined()
  expect(within(sheet()).getByTestId('cover')).toBeDefined()
  expect(offered('More options')).toEqual([
    ...['Go to artist', 'Copy link', 'Add to playlist', 'Share', 'Speed1×', 'Counted'],
  ])
})

it('opens a sub-menu as its second page, with the whole names and a finder (PROP-69)', () => {
  open('Add to playlist')
  // One page at a time.
  expect(screen.queryByRole('menu', { name: 'More options' })).toBeNull()
  expect(offered('Add to playlist')).toHaveLength(9)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a playlist' }), {
    target: { value: 'WINter' },
  })
  expect(offered('Add to playlist')).toEqual([
    'New playlist',
    ...[1, 3, 5, 7].map(place => `Songs of winter ${place}`),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.queryByRole('menu', { name: 'Add to playlist' })).toBeNull()
  expect(document.activeElement).toBe(item('Add to playlist'))
  open('Share')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

it('leaves the second page first on Back and on Escape, then closes (PROP-67, PROP-69)', async () => {
  open('Share')
  await waitFor(() => expect(history.state?.layer).toBe(2))
  act(() => history.back())
  await waitFor(() => expect(offered('More options')).toHaveLength(6))
  expect(onClose).not.toHaveBeenCalled()
  open('Share')
  fireEvent(sheet(), new Event('cancel', { cancelable: true }))
  expect(offered('More options')).toHaveLength(6)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent(sheet(), new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('closes on a swipe down and a tap beside it (PROP-67, PROP-69)', () => {
  const at = (clientY: number) => ({ touches: [{ clientX: 100, clientY }] })
  fireEvent.touchStart(item('Share'), at(400))
  fireEvent.touchMove(item('Share'), at(500))
  fireEvent.touchEnd(item('Share'), { touches: [] })
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.click(sheet())
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('returns the focus before an action that may open a dialog', () => {
  item('Go to artist').focus()
  perform.mockImplementationOnce(async () => expect(sheet().open).toBe(false))
  open('Go to artist')
  expect(perform).toHaveBeenCalledTimes(1)
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('closes with its dialog', () => {
  fireEvent(sheet(), new Event('close'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('confirms an action for a moment, then closes', async () => {
  open('Copy link')
  expect(await screen.findByRole('menuitem', { name: 'Copied' })).toBeDefined()
  expect(sheet().open).toBe(true)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

it('lets an option be chosen on its page, and marks the chosen one', () => {
  open(/^Speed/)
  const option = (name: string) => screen.getByRole('menuitemradio', { name })
  expect(['1×', '2×'].map(name => option(name).getAttribute('aria-checked'))).toEqual(['true', 'false'])
  fireEvent.click(option('2×'))
  expect(onChoose).toHaveBeenCalledWith('2×')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('keeps the state of entries behind their page', async () => {
  open('Counted')
  fireEvent.click(item('Count 0'))
  expect(await screen.findByRole('menuitem', { name: 'Counted' })).toBeDefined()
})

it('moves between entries by arrow keys, and between pages', () => {
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  item('Go to artist').focus()
  press('ArrowUp')
  expect(document.activeElement).toBe(item('Counted'))
  press('Home')
  press('ArrowDown')
  expect(document.activeElement).toBe(item('Copy link'))
  item('Share').focus()
  press('ArrowRight')
  expect(document.activeElement).toBe(item('Copy song link'))
  press('ArrowLeft')
  expect(document.activeElement).toBe(item('Share'))
})
