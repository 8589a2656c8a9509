import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SHOWN_MS } from '../../listening/announcements/announce.ts'
import { setKeyOn } from '../../listening/engine/letter-keys.ts'
import { player } from '../../listening/engine/player.ts'
import { toPlayingList } from '../../listening/engine/player-track.ts'
import { closeQueue } from '../../listening/queue/queue-opening.ts'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

const album = makeAlbum('al1', 3)

beforeEach(async () => {
  localStorage.clear()
  mockAccounts(mockCall(fetchAlbum, () => album))
  await showPage('/contact')
  act(() => player.playAlbum(toPlayingList(album, makeTracks(album))))
})
afterEach(() => {
  act(closeQueue)
  cleanup()
  player.stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const press = (key: string, at: Element = document.body) => fireEvent.keyDown(at, { key })
const panel = () => screen.queryByRole('complementary', { name: 'Now playing' })
const isOpen = () => document.getElementById('queue')?.dataset.open
const announcement = () => document.querySelector('[data-part="announcement"]')?.textContent

it('opens and closes the queue by Q, together with the panel (NOW-06, READ-67)', async () => {
  press('q')
  expect(isOpen()).toBe('true')
  await screen.findByRole('region', { name: 'Your Tracks' })
  press('Q')
  expect(isOpen()).toBe('false')
  for (const repeat of [false, true]) fireEvent.keyDown(document.body, { key: 'q', repeat })
  expect(isOpen()).toBe('true')
  press('q')
  fireEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }))
  expect(panel()).toBeNull()
  press('q')
  expect(panel()).not.toBeNull()
  expect(isOpen()).toBe('true')
})

it('shuffles the current list by S and announces it (NOW-09, READ-11)', () => {
  press('s')
  expect(player.getState().shuffled).toEqual({ album: true, user: false })
  expect(announcement()).toBe('Shuffle on')
  act(() => player.selectSource('user'))
  press('s')
  expect(player.getState().shuffled).toEqual({ album: true, user: true })
  press('s')
  expect(announcement()).toBe('Shuffle off')
})

it('goes through the modes of repeat by R, and has autoplay go on where all would repeat by A', () => {
  press('r')
  expect(announcement()).toBe('Repeat: one')
  press('r')
  press('r')
  expect(player.getState().settings.repeat).toBe('all')
  press('a')
  expect(player.getState().settings).toMatchObject({ repeat: 'off', autoplay: true })
  expect(announcement()).toBe('Autoplay on. Repeat: off')
  press('a')
  expect(player.getState().settings).toMatchObject({ repeat: 'all', autoplay: false })
  expect(announcement()).toBe('Autoplay off. Repeat: all')
})

it('shows for a moment what S has done, unless a button in sight does', () => {
  vi.useFakeTimers()
  try {
    // The other one is for screen readers.
    const shown = () => screen.queryAllByText(/^Shuffle o/).filter(line => line.ariaHidden === 'true')
    press('s')
    expect(announcement()).toBe('Shuffle on')
    expect(shown()).toEqual([])
    vi.mocked(Element.prototype.getClientRects).mockReturnValue([] as unknown as DOMRectList)
    press('s')
    expect(shown().map(line => line.textContent)).toEqual(['Shuffle off'])
    act(() => vi.advanceTimersByTime(SHOWN_MS))
    expect(shown()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

it('asks a guest who presses L to sign in, and does nothing without a track (PROP-17, READ-16)', async () => {
  press('l')
  const dialog = await screen.findByRole('dialog', { name: 'Please Login or Signup' })
  press('q', dialog)
  expect(isOpen()).toBe('false')
  fireEvent.click(dialog)
  act(() => player.stop())
  press('l')
  expect(screen.queryByRole('dialog', { name: 'Please Login or Signup' })).toBeNull()
})

it('ignores the keys while typing', () => {
  const field = screen.getByLabelText('Name')
  for (const key of ['q', 's', 'l']) press(key, field)
  expect(isOpen()).toBe('false')
  expect(player.getState().shuffled.album).toBe(false)
})

it('can be switched off one by one, and on again', async () => {
  press('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(await keys.findAllByRole('switch')).toHaveLength(7)
  for (const name of ['L Like', '/ Search']) expect(keys.getByRole('switch', { name })).toBeDefined()
  const each = (name: string) => keys.getByRole('switch', { name })
  for (const name of ['S Shuffle', 'Q Open or close the queue']) fireEvent.click(each(name))
  expect(each('S Shuffle').getAttribute('aria-checked')).toBe('false')
  expect(each('M Mute').getAttribute('aria-checked')).toBe('true')
  fireEvent.click(keys.getByRole('button', { name: 'Close' }))
  for (const key of ['s', 'q']) press(key)
  expect(player.getState().shuffled.album).toBe(false)
  expect(isOpen()).toBe('false')
  press('m')
  expect(player.getState().volume).toBe(0)
  press('m')
  act(() => setKeyOn('s', true))
  press('s')
  expect(player.getState().shuffled.album).toBe(true)
})

it('are listed in the dialog', async () => {
  press('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  await waitFor(() => expect(keys.getByText('L')).toBeDefined())
  for (const key of ['Q', 'S', 'Ctrl', 'Home', 'Letters']) expect(keys.getByText(key)).toBeDefined()
})

it('announces the track that starts, by key or not, and not the one that ends (BAR-04, ENG-10)', () => {
  const announced = () => document.querySelector('[data-part="announcer"]')?.textContent
  expect(announced()).toBe('Track 1, Artist ar1')
  act(() => player.next())
  expect(announced()).toBe('Track 2, Artist ar1')
})
