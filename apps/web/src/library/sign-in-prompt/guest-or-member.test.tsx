import { getCookie } from '@refrain/contract/account/cookies'
import { fetchArtistAlbums, fetchArtistAppearances } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchArtistCredits } from '@refrain/contract/catalogue/credits'
import { fetchMoreArtistTracks } from '@refrain/contract/catalogue/tracks'
import { addFollowingArtist, fetchFollowingArtists } from '@refrain/contract/library/follows'
import { appendLikedSongs, fetchLikedSongs } from '@refrain/contract/library/likes'
import { fillPath } from '@refrain/contract/operation'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restoreSession } from '../../account/session.ts'
import { playTrack } from '../../listening/engine/play.ts'
import { player } from '../../listening/engine/player.ts'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'
import { guestOrMember } from './guest-or-member.ts'

vi.mock('../../listening/engine/player.ts')

const ADAS_TOKEN = 'ada'.padEnd(43, '-')
const tracks = makeTracks(makeAlbum('al1', 2))

/** The calls of members, in order. */
let done: string[]
/** Lets the server answer who is signed in: Ada, or nobody. */
let tell: (token: string | null) => void

beforeEach(async () => {
  done = []
  localStorage.clear()
  const server = mockAccounts(
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks })),
    mockCall(fetchArtistAlbums, () => []),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
    mockCall(fetchFollowingArtists, () => ({ artists: [], artistIds: [], tracks: [] })),
    mockCall(fetchLikedSongs, () => []),
    mockCall(addFollowingArtist, ({ artistId }) => {
      done.push(artistId)
      return { followers: 1 }
    }),
    mockCall(appendLikedSongs, ({ trackId }) => {
      done.push(trackId)
      return new Response('{"error":"Busy"}', { status: 503 })
    }),
  )
  const told = Promise.withResolvers<void>()
  const answer = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (String(args[0]).startsWith(fillPath(getCookie.path, { name: 'token' }))) await told.promise
    return answer(...args)
  })
  tell = token => {
    if (token) server.cookies.set('token', token)
    told.resolve()
  }
  restoreSession()
  // No local copy: only the server's cookie says who is signed in.
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await showPage('/artists/ar1')
})
afterEach(() => {
  player.stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pressFollow = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Follow', description: 'Log in to follow' }))
const pressHeart = async () =>
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add to Liked Songs' }))[0]!)

it('follows an artist when the session becomes known after the press (READ-09, FOL-06)', async () => {
  await pressFollow()
  tell(ADAS_TOKEN)
  await expect.poll(() => done).toEqual(['ar1'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Artist ar1')
})

it('likes a track when the session becomes known after the press (READ-09, PROP-17)', async () => {
  await pressHeart()
  tell(ADAS_TOKEN)
  await expect.poll(() => done).toEqual(['al1-1'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('likes a track when the session becomes known after the key L (READ-09, PROP-17)', async () => {
  act(() => void playTrack(tracks[1]!))
  await expect.poll(() => player.getState().track?.id).toBe('al1-2')
  fireEvent.keyDown(document.body, { key: 'l' })
  tell(ADAS_TOKEN)
  await expect.poll(() => done).toEqual(['al1-2'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks a guest to sign in once it is known that they are one (READ-09, READ-16)', async () => {
  await pressHeart()
  tell(null)
  await screen.findByRole('dialog', { name: 'Please Login or Signup' })
  expect(done).toEqual([])
})

it('does not ask a guest who has left the page meanwhile (READ-16)', async () => {
  const ask = vi.fn()
  const late = guestOrMember(ask, async () => {})
  history.pushState(null, '', '/elsewhere')
  tell(null)
  await late
  expect(ask).not.toHaveBeenCalled()
})
