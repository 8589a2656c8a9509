import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { player } from '../engine/player.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { MiniPlayer } from './mini-player.tsx'

vi.mock('../engine/player.ts')

const album = makeAlbum('al1', 3)
const openPanel = vi.fn()

beforeEach(() => {
  mockBrowser()
  render(
    <QueryClientProvider client={queryClient}>
      <MiniPlayer panelOpen={false} onOpenPanel={openPanel} />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  player.stop()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const start = () => act(() => player.playAlbum(toPlayingList(album, makeTracks(album))))
const opener = () => screen.getByRole('button', { name: 'Open now playing' })
const playing = () => player.getState().track?.id
const moved = () => opener().parentElement!.style.translate

/** Swipes from the middle; `letGo` tells whether the finger is lifted. */
function swipe(points: readonly (readonly [number, number])[], letGo = true): void {
  const at = ([x, y]: readonly [number, number]) => ({ touches: [{ clientX: x, clientY: y }] })
  fireEvent.touchStart(opener(), at([200, 700]))
  for (const point of points) fireEvent.touchMove(opener(), at(point))
  if (letGo) fireEvent.touchEnd(opener(), { touches: [] })
}

it('is one button to the sheet while idle, and says what to do (PROP-70, BAR-11)', () => {
  expect(screen.getByText('Play an album to preview')).toBeDefined()
  expect(screen.getAllByRole('button')).toEqual([opener()])
  fireEvent.click(opener())
  expect(openPanel).toHaveBeenCalledTimes(1)
  start()
  expect(screen.queryByText('Play an album to preview')).toBeNull()
  expect(screen.getAllByRole('button')).toHaveLength(2)
})

it("has the colour of the track's cover (PROP-70)", () => {
  const colour = () => document.querySelector<HTMLElement>('.playing-colour')
  expect(colour()).toBeNull()
  start()
  expect(colour()?.style.getPropertyValue('--tint')).toBe(album.color)
})

it('skips when it is swiped to a side, and follows the finger until then (PROP-70)', () => {
  start()
  swipe([[180, 701]], false)
  expect(moved()).toBe('-20px 0')
  swipe([
    [180, 701],
    [120, 710],
  ])
  expect(playing()).toBe('al1-2')
  expect(moved()).toBe('')
  swipe([[280, 700]])
  expect(playing()).toBe('al1-1')
})

it.each([
  ['short', [[150, 700]]],
  [
    'upward',
    [
      [198, 680],
      [60, 600],
    ],
  ],
  [
    'downward',
    [
      [205, 730],
      [340, 740],
    ],
  ],
] as const)('stays with its track after a %s swipe', (_, points) => {
  start()
  swipe(points)
  expect(playing()).toBe('al1-1')
  expect(moved()).toBe('')
})

it('skips without following the finger if motion is to be reduced (PROP-70)', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }))
  start()
  swipe([[100, 700]], false)
  expect(moved()).toBe('')
  fireEvent.touchEnd(opener(), { touches: [] })
  expect(playing()).toBe('al1-2')
})

it('ignores swipes while idle', () => {
  swipe([[100, 700]], false)
  expect(moved()).toBe('')
})
