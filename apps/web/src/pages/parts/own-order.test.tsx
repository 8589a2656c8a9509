import { movePlaylistTrack } from '@refrain/contract/playlists'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answering } from '../../testing/answer-calls.ts'
import { makePlaylist, pretendLibrary } from '../../testing/pretend-library.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const TRACKS = ['al1-1', 'al1-2', 'al1-3']
const list = () => screen.getByRole('list', { name: /^(Playlist p1|Liked Songs)$/ })
const rows = () =>
  within(list())
    .getAllByRole('listitem')
    .toSorted((a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet))
    .map(row => row.querySelector('.track-title')?.textContent)
const more = (description: string) => screen.getByRole('button', { name: 'More options', description })
const said = () => document.querySelector('[data-part="acts"]')?.textContent
const step = (description: string, key: string) => fireEvent.keyDown(more(description), { key, altKey: true })

async function showPlaylist(refuse = false) {
  const moves: unknown[] = []
  const playlist = makePlaylist('p1', TRACKS)
  await pretendLibrary(
    { playlists: [playlist], liked: TRACKS },
    answering(movePlaylistTrack, ({ playlistId, trackId, afterTrackId }) => {
      moves.push([playlistId, trackId, afterTrackId])
      if (refuse) return new Response('{"error":"No"}', { status: 404 })
      const others = playlist.tracks.filter(id => id !== trackId)
      const place = afterTrackId === null ? 0 : others.indexOf(afterTrackId) + 1
      playlist.tracks = others.toSpliced(place, 0, trackId)
      playlist.version++
      return {
        ...playlist,
        ...(playlistId !== 'p1' && { _id: playlistId, type: 'liked' as const, title: 'Liked Songs' }),
      }
    }),
  )
  await showPage('/userplaylists/p1')
  await screen.findByText('Track 3')
  return moves
}

it('moves a row by Alt and an arrow, as many steps as are pressed, in one call, and tells where it is', async () => {
  const moves = await showPlaylist()
  more('Track 1').focus()
  step('Track 1', 'ArrowDown')
  step('Track 1', 'ArrowDown')
  await waitFor(() => expect(rows()).toEqual(['Track 2', 'Track 3', 'Track 1']))
  expect(said()).toBe('Track moved to place 3 of 3')
  expect(document.activeElement).toBe(more('Track 1'))
  await waitFor(() => expect(moves).toEqual([['p1', 'al1-1', 'al1-3']]))
  // There is no further place.
  step('Track 1', 'ArrowDown')
  expect(rows()).toEqual(['Track 2', 'Track 3', 'Track 1'])
  step('Track 1', 'ArrowUp')
  await waitFor(() => expect(rows()).toEqual(['Track 2', 'Track 1', 'Track 3']))
  expect(said()).toBe('Track moved to place 2 of 3')
  await waitFor(() => expect(moves).toHaveLength(2))
})

it('moves a row by its menu, as far as there is a place', async () => {
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

it('goes back without a word where a move is refused (READ-59)', async () => {
  const moves = await showPlaylist(true)
  step('Track 1', 'ArrowDown')
  await waitFor(() => expect(rows()).toEqual(['Track 2', 'Track 1', 'Track 3']))
  await waitFor(() => expect(moves).toHaveLength(1))
  await waitFor(() => expect(rows()).toEqual(['Track 1', 'Track 2', 'Track 3']))
  expect(screen.queryByRole('alert')).toBeNull()
})
