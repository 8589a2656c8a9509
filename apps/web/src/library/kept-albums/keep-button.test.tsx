import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { keepAlbum, releaseAlbum } from '@refrain/contract/library/kept-albums'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockCall } from '../../testing/mock-calls.ts'
import { albums, mockLibrary } from '../../testing/mock-library.ts'
import { makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const [album] = albums as [(typeof albums)[0]]
const tracksOfAlbum = mockCall(fetchAlbumTracks, () => makeTracks(album))
const button = (name: string) => screen.findByRole('button', { name })

it('keeps an album at once, and shows it in the Library, most recently kept first (SUB-100)', async () => {
  const server = await mockLibrary({ kept: ['al2'] }, tracksOfAlbum)
  const router = await showPage('/albums/al1')
  const keep = await button('Add to Library')
  // Its name says what pressing it does: a state beside it would say the opposite.
  expect(keep.ariaPressed).toBeNull()
  fireEvent.click(keep)
  expect((await button('Remove from Library')).ariaPressed).toBeNull()
  await waitFor(() => expect(server.kept).toEqual(['al1', 'al2']))
  await act(() => router.navigate('/us1/library'))
  const section = within(await screen.findByRole('region', { name: 'Your Albums' }))
  const links = () => section.getAllByRole('link').map(link => link.getAttribute('href'))
  await waitFor(() => expect(links()).toEqual(['/albums/al1', '/albums/al2']))
  await act(() => router.navigate('/albums/al1'))
  fireEvent.click(await button('Remove from Library'))
  await waitFor(() => expect(server.countCalls(releaseAlbum)).toBe(1))
  expect(server.kept).toEqual(['al2'])
})

it('goes back with one line if it fails', async () => {
  const refused = mockCall(keepAlbum, () => new Response('{"error":"Too many"}', { status: 409 }))
  const server = await mockLibrary({}, tracksOfAlbum, refused)
  await showPage('/albums/al1')
  fireEvent.click(await button('Add to Library'))
  await waitFor(() => expect(server.countCalls(keepAlbum)).toBe(1))
  await button('Add to Library')
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})
