import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { noteRefusal } from '../../api/refusals.ts'
import { player } from '../../listening/engine/player.ts'
import { toPlayingList } from '../../listening/engine/player-track.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { NowPlayingSheet } from './now-playing-sheet.tsx'

vi.mock('../../listening/engine/player.ts')

const onClose = vi.fn()

beforeEach(() => {
  mockBrowser()
  show()
})

function show(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NowPlayingSheet open onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
afterEach(() => {
  cleanup()
  player.stop()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const sheet = () => screen.getByRole('dialog', { name: 'Now playing' })

function swipe(element: Element, moves: readonly (readonly [number, number])[]): void {
  const at = (x: number, y: number) => ({ touches: [{ clientX: x, clientY: y }] })
  fireEvent.touchStart(element, at(100, 100))
  for (const [x, y] of moves) fireEvent.touchMove(element, at(x, y))
  fireEvent.touchEnd(element, { touches: [] })
}

it('has the shuffle toggle beside the other controls (PROP-68)', () => {
  const names = within(sheet())
    .getAllByRole('button')
    .map(button => button.getAttribute('aria-label'))
  const at = names.indexOf('Shuffle')
  expect(names.slice(at, at + 4)).toEqual(['Shuffle', 'Previous', 'Play', 'Next'])
})

it('says itself that a change was refused: the page is behind it', async () => {
  act(() => noteRefusal(new Error('refused')))
  expect((await within(sheet()).findByRole('alert')).textContent).toBe(
    'That was not saved. Please try again.',
  )
  cleanup()
  show()
  await act(async () => {})
  expect(within(sheet()).queryByRole('alert')).toBeNull()
})

it("has the colour of the track's cover (PROP-70)", () => {
  const colour = () => document.querySelector<HTMLElement>('.sheet > .playing-colour')
  expect(colour()).toBeNull()
  const album = makeAlbum('al1', 3)
  act(() => player.playAlbum(toPlayingList(album, makeTracks(album))))
  expect(colour()?.style.getPropertyValue('--tint')).toBe(album.color)
})

it('closes on a swipe down (PROP-67)', () => {
  swipe(sheet(), [
    [100, 120],
    [104, 180],
  ])
  expect(onClose).toHaveBeenCalledTimes(1)
})

it.each([
  ['short', [[100, 150]]],
  [
    'sideways',
    [
      [180, 110],
      [180, 300],
    ],
  ],
  [
    'upwards',
    [
      [100, 60],
      [100, 300],
    ],
  ],
] as const)('stays open after a %s swipe', (_, moves) => {
  swipe(sheet(), moves)
  expect(onClose).not.toHaveBeenCalled()
  expect(sheet().style.translate).toBe('')
})

it('stays open if the finger moves a slider, or scrolls up what is under it', () => {
  swipe(screen.getByRole('slider', { name: 'Volume' }), [[100, 300]])
  sheet().scrollTop = 40
  swipe(sheet(), [[100, 300]])
  expect(onClose).not.toHaveBeenCalled()
})

it('closes on Back (PROP-67)', async () => {
  await waitFor(() => expect(history.state?.layer).toBe(1))
  history.back()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})
