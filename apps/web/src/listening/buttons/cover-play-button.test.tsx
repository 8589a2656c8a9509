import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { player } from '../engine/player.ts'
import { ListCoverButton } from './cover-play-button.tsx'
import { PlayableAlbumCard } from './playable-album-card.tsx'

vi.mock('../engine/player.ts')

const album = makeAlbum('al1', 3)

beforeEach(() => {
  mockBrowser()
  mockCalls(mockCall(fetchAlbumTracks, () => makeTracks(album)))
})
afterEach(() => {
  cleanup()
  player.stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('plays and pauses an album from its card, by a button beside the link that names it', async () => {
  render(
    <MemoryRouter>
      <PlayableAlbumCard album={album} sizes="200px" />
    </MemoryRouter>,
  )
  const play = screen.getByRole('button', { name: 'Play Album al1' })
  expect(screen.getByRole('link').contains(play)).toBe(false)
  fireEvent.click(play)
  // Pressed: seen before the tracks are there.
  expect(play.getAttribute('aria-busy')).toBe('true')
  const pause = await screen.findByRole('button', { name: 'Pause Album al1' })
  expect(player.getState().list?.id).toBe('al1')
  fireEvent.click(pause)
  await screen.findByRole('button', { name: 'Play Album al1' })
  expect(player.getState().status).toBe('paused')
})

it('plays and pauses a list that is loaded first, and nothing if it cannot be', async () => {
  const load = vi.fn(async () => ({ id: 'mix-1', title: 'Mix', tracks: makeTracks(album) }))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  render(<ListCoverButton id="mix-1" title="Mix" load={load} />)
  const button = screen.getByRole('button', { name: 'Play Mix' })
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(player.getState().track).toBeNull()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: 'Pause Mix' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Play Mix' }))
  await screen.findByRole('button', { name: 'Pause Mix' })
  expect(load).toHaveBeenCalledTimes(2)
})
