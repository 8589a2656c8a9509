import { fetchAlbum, fetchArtistAlbums, fetchArtistAppearances } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchArtistCredits, fetchTrackCredits } from '@refrain/contract/catalogue/credits'
import { fetchAlbumTracks, fetchMoreArtistTracks, fetchTrack } from '@refrain/contract/catalogue/tracks'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { playTrack } from '../../listening/engine/play.ts'
import { player } from '../../listening/engine/player.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

const album = makeAlbum('al1', 3)
const tracks = makeTracks(album)
let calls: string[]

beforeEach(() => {
  mockBrowser()
  calls = mockCalls(
    mockCall(fetchAlbum, () => album),
    mockCall(fetchAlbumTracks, () => tracks),
    mockCall(fetchTrack, () => tracks[1]),
    mockCall(fetchTrackCredits, () => []),
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks })),
    mockCall(fetchArtistAlbums, () => [album]),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
  )
})
afterEach(() => {
  player.stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const heartOf = async (title: string) => {
  const [row] = (await screen.findAllByRole('row')).filter(item => within(item).queryByText(title))
  return within(row!).getByRole('button', { name: 'Add to Liked Songs' })
}
const modal = () => screen.findByRole('dialog', { name: 'Please Login or Signup' })

it('shows an empty heart in each row, described by the track title (PROP-17)', async () => {
  await showPage('/albums/al1')
  const heart = await heartOf('Track 2')
  expect(heart.hasAttribute('aria-pressed')).toBe(false)
  expect(document.getElementById(heart.getAttribute('aria-describedby')!)?.textContent).toBe('Track 2')
  expect(screen.getAllByRole('button', { name: 'Add to Liked Songs' })).toHaveLength(3)
})

it('asks a guest who likes a track to sign in, without a call (LAY-27, LAY-28, READ-16, PROP-17)', async () => {
  await showPage('/albums/al1')
  const before = [...calls]
  fireEvent.click(await heartOf('Track 2'))
  const asked = await modal()
  expect(asked.textContent).toContain('To access this feature, please log in or sign up.')
  expect(calls).toEqual(before)
})

it.each([
  ['Login', '/login'],
  ['Signup', '/signup'],
])('opens %s from the modal and closes it (LAY-29, LAY-30)', async (name, path) => {
  const router = await showPage('/albums/al1')
  fireEvent.click(await heartOf('Track 1'))
  fireEvent.click(within(await modal()).getByRole('link', { name }))
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('closes the modal by a click outside (LAY-27)', async () => {
  await showPage('/albums/al1')
  fireEvent.click(await heartOf('Track 1'))
  fireEvent.click(await modal())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('closes the modal when the page changes (LAY-27, PROP-61)', async () => {
  const router = await showPage('/artists/ar1')
  await router.navigate('/albums/al1')
  // The artist's page has rows with the same titles until the album is shown.
  await screen.findByRole('heading', { level: 1, name: 'Album al1' })
  fireEvent.click(await heartOf('Track 1'))
  await modal()
  await router.navigate(-1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('shows a heart on the page of a track (PROP-01, PROP-17)', async () => {
  await showPage('/track/al1-2')
  const hearts = await waitFor(() => {
    const all = screen.getAllByRole('button', { name: 'Add to Liked Songs' })
    expect(all).toHaveLength(4)
    return all
  })
  fireEvent.click(hearts[0]!)
  await modal()
})

it('shows a heart and a Follow button in the panel (NOW-03, PROP-17)', async () => {
  await showPage('/albums/al1')
  await heartOf('Track 1')
  playTrack(tracks[1]!)
  const panel = within(screen.getByRole('complementary', { name: 'Now playing' }))
  const heart = await panel.findByRole('button', { name: 'Add to Liked Songs' })
  expect(document.getElementById(heart.getAttribute('aria-describedby')!)?.textContent).toBe('Track 2')
  within(panel.getByRole('region', { name: 'Created By' })).getByRole('button', { name: 'Follow' })
})

it('shows guests a dimmed Follow button that leads to the login without a call (ART-01, NOW-04, FOL-04, FOL-05, READ-15, ROLE-02)', async () => {
  const router = await showPage('/artists/ar1')
  const follow = await screen.findByRole('button', { name: 'Follow', description: 'Log in to follow' })
  expect(follow.className).toContain('follow-button')
  expect((follow as HTMLButtonElement).disabled).toBe(false)
  expect(follow.hasAttribute('aria-disabled')).toBe(false)
  await screen.findByRole('grid', { name: 'Tracks' })
  const before = [...calls]
  fireEvent.click(follow)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(calls).toEqual(before)
})
