import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import {
  fetchCollectionPlaylist,
  fetchCollectionPlaylists,
} from '@refrain/contract/library/collection-playlists'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')
vi.mock('../../account/session.ts', async actual => ({
  ...(await actual<object>()),
  useToken: () => null,
  useIsGuest: () => true,
  readToken: async () => null,
}))

const ID = 'collection-1'

beforeEach(() => {
  mockBrowser()
  const album = makeAlbum('al1', 1)
  const [track] = makeTracks(album)
  const id = track!.id
  const listed = { id: ID, title: 'Summer', ownerName: '' }
  mockCalls(
    mockCall(fetchAllGenres, () => []),
    mockCall(fetchTracksByIds, () => [track!]),
    mockCall(fetchAlbum, () => album),
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchCollectionPlaylists, () => [{ ...listed, songs: 1, coverTracks: [id] }]),
    mockCall(fetchCollectionPlaylist, () => ({
      ...{ ...listed, type: 'playlist' as const, tracks: [id], comment: '', version: 1 },
      ...{ picturePath: '', color: '#224466', thumbhash: '' },
      ...{ createdAt: '2024-05-03T00:00:00.000Z', changedAt: '2024-05-03T00:00:00.000Z' },
    })),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('leads guests from the search to the playlists of the collection, which nobody edits', async () => {
  const router = await showPage('/search')
  expect(await screen.findByText('They follow playlist files in the folders of music.')).toBeTruthy()
  const link = await screen.findByRole('link', { name: /Summer/ })
  await router.navigate(link.getAttribute('href') as string)
  expect(await screen.findByRole('heading', { name: 'Summer' })).toBeTruthy()
  expect(await screen.findByText('Follows a playlist file in the folders of music.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Edit|Delete/ })).toBeNull()
})
