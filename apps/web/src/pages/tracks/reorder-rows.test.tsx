import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { movePlaylistTrack } from '@refrain/contract/library/playlist-tracks'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type MockCall, mockCall } from '../../testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const TRACKS = ['al1-1', 'al1-2', 'al1-3']
const list = () => screen.getByRole('grid', { name: /^(Playlist p1|Liked Songs)$/ })
const rows = () =>
  within(list())
    .getAllByRole('row')
    .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
    .map(row => row.querySelector('.track-title')?.textContent)
const more = (description: string) => screen.getByRole('button', { name: 'More options', description })
const announcement = () => document.querySelector('[data-part="announcement"]')?.textContent
const step = (description: string, key: string) => fireEvent.keyDown(more(description), { key, altKey: true })

async function showPlaylist(refuse = false, tracks = TRACKS, ...more: readonly MockCall[]) {
  const moves: unknown[] = []
  const playlist = makePlaylist('p1', tracks)
  await mockLibrary(
    { playlists: [playlist], liked: TRACKS },
    ...more,
    mockCall(movePlaylistTrack, ({ playlistId, trackId, afterTrackId }) => {
      moves.push([playlistId, trackId, afterTrackId])
      if (refuse) return new Response('{"error":"No"}', { status: 404 })
      const others = playlist.tracks.filter(id => id !== trackId)
      const place = afterTrackId === null ? 0 : others.indexOf(afterTrackId) + 1
      playlist.tracks = others.toSpliced(place, 0, trackId)
      playlist.version++
      return {
        ...playlist,
        ...(playlistId !== 'p1' && { id: playlistId, type: 'liked' as const, title: 'Liked Songs' }),
      }
    }),
  )
  await showPage('/userplaylists/p1')
  await screen.findByText('Track 3')
  return moves
}

it('moves a row by Alt and an arrow key, any number of steps in one call, and announces its position', async () => {
  const moves = await showPlaylist()
  more('Track 1').focus()
  step('Track 1', 'ArrowDown')
  step('Track 1', 'ArrowDown')
  await waitFor(() => expect(rows()).toEqual(['Track 2', 'Track 3', 'Track 1']))
  expect(announcement()).toBe('Track moved to position 3 of 3')
  expect(document.activeElement).toBe(more('Track 1'))
  await waitFor(() => expect(moves).toEqual([['p1', 'al1-1', 'al1-3']]))
  // The last position.
  step('Track 1', 'ArrowDown')
  expect(rows()).toEqual(['Track 2', 'Track 3', 'Track 1'])
  step('Track 1', 'ArrowUp')
  await waitFor(() => expect(rows()).toEqual(['Track 2', 'Track 1', 'Track 3']))
  expect(announcement()).toBe('Track moved to position 2 of 3')
  await waitFor(() => expect(moves).toHaveLength(2))
})

it('moves a row by its menu within the bounds of the list', async () => {
  const moves = await showPlaylist()
  fireEvent.click(more('Track 3'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Go to artist'))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Move' }))
  const menu = await screen.findByRole('menu', { name: 'Move' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(item => item.textContent),
  ).toEqual(['Up', 'To the top'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'To the top' }))
  await waitFor(() => expect(rows()).toEqual(['Track 3', 'Track 1', 'Track 2']))
  await waitFor(() => expect(moves).toEqual([['p1', 'al1-3', null]]))
})

it('puts a move back with one line if it is rejected (READ-59)', async () => {
  const moves = await showPlaylist(true)
  step('Track 1', 'ArrowDown')
  await waitFor(() => expect(rows()).toEqual(['Track 2', 'Track 1', 'Track 3']))
  await waitFor(() => expect(moves).toHaveLength(1))
  await waitFor(() => expect(rows()).toEqual(['Track 1', 'Track 2', 'Track 3']))
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})

it('drops a row at the right position in a long virtual list', async () => {
  const tracks = makeTracks(makeAlbum('long', 1_000))
  const ids = tracks.map(({ id }) => id)
  const moves = await showPlaylist(
    false,
    ids,
    mockCall(fetchTracksByIds, () => tracks),
  )
  vi.stubGlobal('innerHeight', 600)
  Element.prototype.setPointerCapture = () => {}
  const at = (place: number) => list().querySelector(`[aria-rowindex="${place}"]`)
  const row = at(3)!
  const pointer = { pointerId: 1, isPrimary: true, pointerType: 'mouse', clientX: 300 }
  const moveTo = (clientY: number) =>
    act(() => void dispatchEvent(new PointerEvent('pointermove', { ...pointer, clientY })))
  // The code for dragging is loaded with the list.
  await waitFor(() => {
    fireEvent.pointerDown(row, { ...pointer, button: 0, clientY: 150 })
    moveTo(180)
    expect(row.hasAttribute('data-dragged')).toBe(true)
  })
  expect(at(503)).toBeNull()
  vi.stubGlobal('scrollY', 500 * 60)
  act(() => void dispatchEvent(new Event('scroll')))
  moveTo(150)
  await waitFor(() => expect(at(503)?.textContent).toContain('Track 503'))
  expect(at(100)).toBeNull()
  expect(row.isConnected).toBe(true)
  expect(row.textContent).toContain('Track 3')
  act(() => void dispatchEvent(new PointerEvent('pointerup', { ...pointer, clientY: 150 })))
  await waitFor(() => expect(moves).toEqual([['p1', ids[2], ids[502]]]))
  await waitFor(() => expect(at(503)?.querySelector('.track-title')?.textContent).toBe('Track 3'))
  expect(at(502)?.querySelector('.track-title')?.textContent).toBe('Track 503')
  expect(announcement()).toBe('Track moved to position 503 of 1000')
})
