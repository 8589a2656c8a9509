import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { appendLikedSongs, fetchLikedSongs } from '@refrain/contract/library/likes'
import { deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import { likedSongsId, type Playlist } from '@refrain/contract/library/playlists'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginSession, clearSession, ownKey } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { playTrack } from '../../listening/engine/play.ts'
import { player } from '../../listening/engine/player.ts'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'
import { likedSongsQuery } from './liked-songs-query.ts'
import { setLiked } from './set-liked.ts'

vi.mock('../../listening/engine/player.ts')

const album = makeAlbum('al1', 3)
const tracks = makeTracks(album)
const [one, two] = tracks as [(typeof tracks)[0], (typeof tracks)[0]]
const refused = () => new Response('{"error":"Too many requests"}', { status: 429 })

let server: AccountServer
/** Liked track ids on the server, in the order of Liked Songs. */
let liked: string[]
let refusing: boolean
/** Calls that like or unlike wait for this. */
let gate: Promise<void>

const likedSongs = (): Playlist => ({
  id: likedSongsId('us1'),
  type: 'liked',
  title: 'Liked Songs',
  picturePath: '',
  color: '#5a3fa0',
  thumbhash: '',
  tracks: [...liked],
  comment: '',
  createdAt: '2024-05-03T23:30:00.000Z',
  changedAt: '2024-05-03T23:30:00.000Z',
  version: 1,
})

beforeEach(async () => {
  localStorage.clear()
  liked = [two.id]
  refusing = false
  gate = Promise.resolve()
  server = mockAccounts(
    mockCall(fetchAlbum, () => album),
    mockCall(fetchAlbumTracks, () => tracks),
    mockCall(fetchLikedSongs, () => [...liked]),
    mockCall(appendLikedSongs, ({ trackId }) => {
      if (refusing) return refused()
      liked.push(trackId)
      return { success: true } as const
    }),
    mockCall(deleteTrackFromPlaylist, ({ trackId, playlistId }) => {
      if (refusing || playlistId !== likedSongsId('us1')) return refused()
      liked = liked.filter(id => id !== trackId)
      return likedSongs()
    }),
  )
  const answer = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (/appendLikedSongs|deleteTrackFromPlaylist/.test(String(args[0]))) await gate
    return answer(...args)
  })
  await server.signIn()
})
afterEach(() => {
  player.stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const ADD = 'Add to Liked Songs'
const REMOVE = 'Remove from Liked Songs'

async function heartOf(title: string): Promise<HTMLElement> {
  const [row] = (await screen.findAllByRole('row')).filter(item => within(item).queryByText(title))
  return within(row!).findByRole('button', { name: /Liked Songs$/ })
}
const nameOf = async (title: string) => (await heartOf(title)).getAttribute('aria-label')
const panel = () => within(screen.getByRole('complementary', { name: 'Now playing' }))
const said = () => document.querySelector('[data-part="announcement"]')?.textContent
const asked = () => server.countCalls(appendLikedSongs) + server.countCalls(deleteTrackFromPlaylist)
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  return resolve
}

it('shows in each row whether the track is liked (PROP-17, ROLE-06)', async () => {
  await showPage('/albums/al1')
  expect(await nameOf('Track 1')).toBe(ADD)
  const heart = await heartOf('Track 2')
  expect(heart.getAttribute('aria-label')).toBe(REMOVE)
  // Its name says what pressing it does: a state beside it would say the opposite.
  expect(heart.hasAttribute('aria-pressed')).toBe(false)
  expect(document.getElementById(heart.getAttribute('aria-describedby')!)?.textContent).toBe('Track 2')
})

it('shows a like at once, wherever the track is shown (PROP-17, ROLE-06)', async () => {
  await showPage('/albums/al1')
  await heartOf('Track 1')
  act(() => void playTrack(one))
  await panel().findByRole('button', { name: ADD })
  const release = hold()
  fireEvent.click(await heartOf('Track 1'))
  await panel().findByRole('button', { name: REMOVE })
  expect(await nameOf('Track 1')).toBe(REMOVE)
  expect(liked).toEqual([two.id])
  release()
  await waitFor(() => expect(liked).toEqual([two.id, one.id]))
  expect(await nameOf('Track 1')).toBe(REMOVE)
})

it('removes a like through the Liked Songs playlist (READ-68, PROP-17)', async () => {
  await showPage('/albums/al1')
  fireEvent.click(await heartOf('Track 2'))
  await waitFor(() => expect(liked).toEqual([]))
  expect(await nameOf('Track 2')).toBe(ADD)
  expect(server.countCalls(appendLikedSongs)).toBe(0)
})

it.each(['Track 1', 'Track 2'])('goes back with one line if the call for %s fails (PROP-17)', async title => {
  await showPage('/albums/al1')
  const before = await nameOf(title)
  refusing = true
  const release = hold()
  fireEvent.click(await heartOf(title))
  await waitFor(async () => expect(await nameOf(title)).not.toBe(before))
  release()
  await waitFor(async () => expect(await nameOf(title)).toBe(before))
  expect((await screen.findByRole('alert')).textContent).toBe('That was not saved. Please try again.')
})

it('says nothing if a call fails whose change was taken back meanwhile', async () => {
  await showPage('/albums/al1')
  refusing = true
  const release = hold()
  fireEvent.click(await heartOf('Track 1'))
  fireEvent.click(await heartOf('Track 1'))
  release()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(await nameOf('Track 1')).toBe(ADD)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('sends the last of quick presses, without needless calls (PROP-17)', async () => {
  await showPage('/albums/al1')
  await heartOf('Track 1')
  const release = hold()
  for (let press = 0; press < 4; press++) fireEvent.click(await heartOf('Track 1'))
  expect(await nameOf('Track 1')).toBe(ADD)
  release()
  await waitFor(() => expect(asked()).toBe(2))
  expect(liked).toEqual([two.id])
  expect(await nameOf('Track 1')).toBe(ADD)
})

it('toggles the like by the key L, and announces it (PROP-17)', async () => {
  await showPage('/albums/al1')
  act(() => void playTrack(one))
  await panel().findByRole('button', { name: ADD })
  fireEvent.keyDown(document.body, { key: 'l' })
  await waitFor(() => expect(liked).toEqual([two.id, one.id]))
  expect(said()).toBe('Added to Liked Songs')
  fireEvent.keyDown(document.body, { key: 'l' })
  await waitFor(() => expect(liked).toEqual([two.id]))
  expect(said()).toBe('Removed from Liked Songs')
})

it('renders only the heart that changes', async () => {
  await showPage('/albums/al1')
  const others = await Promise.all(['Track 2', 'Track 3'].map(heartOf))
  const changed = vi.fn()
  const observer = new MutationObserver(changed)
  for (const other of others) observer.observe(other, { attributes: true, childList: true, subtree: true })
  fireEvent.click(await heartOf('Track 1'))
  await waitFor(() => expect(liked).toContain(one.id))
  expect(changed).not.toHaveBeenCalled()
})

it('hides the heart until likes are loaded, and can like even if they cannot be (PROP-17)', async () => {
  server = mockAccounts(
    mockCall(fetchAlbum, () => album),
    mockCall(fetchAlbumTracks, () => tracks),
    mockCall(fetchLikedSongs, () => new Response('{}', { status: 404 })),
    mockCall(appendLikedSongs, () => ({ success: true }) as const),
  )
  await server.signIn()
  await showPage('/albums/al1')
  fireEvent.click(await heartOf('Track 1'))
  await waitFor(() => expect(server.countCalls(appendLikedSongs)).toBe(1))
})

it('updates Liked Songs, and restores the track position if the call fails (PROP-17, READ-68)', async () => {
  liked = tracks.map(({ id }) => id)
  queryClient.clear()
  queryClient.setQueryData(ownKey('ada', 'likes'), new Set(liked))
  queryClient.setQueryData(likedSongsQuery('ada').queryKey, likedSongs())
  const ids = () => queryClient.getQueryData(likedSongsQuery('ada').queryKey)?.tracks
  refusing = true
  const release = hold()
  const done = setLiked(two.id, false)
  await waitFor(() => expect(ids()).toEqual([one.id, tracks[2]?.id]))
  release()
  await done
  expect(ids()).toEqual(liked)
})

it('uses the token of the listener who pressed, even if somebody else has signed in', async () => {
  const tokens: (string | null)[] = []
  const answer = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (String(args[0]) === appendLikedSongs.path)
      tokens.push(new Headers(args[1]?.headers).get(TOKEN_HEADER))
    return answer(...args)
  })
  queryClient.setQueryData(ownKey('ada', 'likes'), new Set(liked))
  const release = hold()
  const first = setLiked(two.id, false)
  const second = setLiked(two.id, true)
  await waitFor(() => expect(server.countCalls(fetchOwnUser)).toBe(1))
  clearSession()
  await beginSession('bob')
  release()
  await Promise.all([first, second])
  expect(tokens).toEqual(['ada'])
})
