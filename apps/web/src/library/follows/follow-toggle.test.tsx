import { fetchArtistAlbums, fetchArtistAppearances } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchArtistCredits } from '@refrain/contract/catalogue/credits'
import { fetchMoreArtistTracks } from '@refrain/contract/catalogue/tracks'
import {
  addFollowingArtist,
  fetchFollowingArtists,
  removeFollowingArtist,
} from '@refrain/contract/library/follows'
import { fetchInterestedAlbums } from '@refrain/contract/listening/interests'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readToken } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { playTrack } from '../../listening/engine/play.ts'
import { player } from '../../listening/engine/player.ts'
import { suggestionsQuery } from '../../listening/queue/suggestions-query.ts'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

const tracks = makeTracks(makeAlbum('al1', 2))
const refused = () => new Response('{"error":"Too many requests"}', { status: 429 })

let server: AccountServer
let followed: string[]
let refusing: boolean
/** Calls of Follow and Unfollow wait for this. */
let gate: Promise<void>

beforeEach(async () => {
  localStorage.clear()
  followed = []
  refusing = false
  gate = Promise.resolve()
  const follow = (artistId: string, follows: boolean) => {
    if (refusing) return refused()
    followed = followed.filter(id => id !== artistId)
    if (follows) followed.unshift(artistId)
    return { followers: 1234 + followed.length }
  }
  server = mockAccounts(
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks })),
    mockCall(fetchArtistAlbums, () => []),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
    mockCall(fetchFollowingArtists, () => ({ artists: [], artistIds: [...followed], tracks: [] })),
    mockCall(fetchInterestedAlbums, () => []),
    mockCall(addFollowingArtist, ({ artistId }) => follow(artistId, true)),
    mockCall(removeFollowingArtist, ({ artistId }) => follow(artistId, false)),
  )
  const answer = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (/(add|remove)FollowingArtist/.test(String(args[0]))) await gate
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

const onPage = () => within(screen.getByRole('main'))
const press = async (name: string) => fireEvent.click(await onPage().findByRole('button', { name }))
const panel = async () => within(await screen.findByRole('region', { name: 'Created By' }))
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  return resolve
}

it('shows a follow at once on the page and in the panel, then the new count (FOL-01, FOL-02, FOL-06, FOL-07, NOW-03, ART-01, ROLE-08)', async () => {
  await showPage('/artists/ar1')
  act(() => void playTrack(tracks[0]!))
  await (await panel()).findByRole('button', { name: 'Follow' })
  const release = hold()
  await press('Follow')
  await onPage().findByRole('button', { name: 'Unfollow' })
  ;(await panel()).getByRole('button', { name: 'Unfollow' })
  screen.getByText('1,234 followers')
  release()
  await screen.findByText('1,235 followers')
  expect(followed).toEqual(['ar1'])
  onPage().getByRole('button', { name: 'Unfollow' })
})

it('unfollows an artist (FOL-01, FOL-02, FOL-03, FOL-06)', async () => {
  followed = ['ar2', 'ar1']
  await showPage('/artists/ar1')
  await press('Unfollow')
  await onPage().findByRole('button', { name: 'Follow' })
  await screen.findByText('1,235 followers')
  expect(followed).toEqual(['ar2'])
  expect(server.countCalls(addFollowingArtist)).toBe(0)
})

it.each([
  ['Follow', []],
  ['Unfollow', ['ar1']],
])('goes back to %s with one line if the call fails (PROP-52)', async (word, before) => {
  followed = [...before]
  refusing = true
  await showPage('/artists/ar1')
  const release = hold()
  await press(word)
  await onPage().findByRole('button', { name: word === 'Follow' ? 'Unfollow' : 'Follow' })
  release()
  await onPage().findByRole('button', { name: word })
  screen.getByText('1,234 followers')
  expect((await screen.findByRole('alert')).textContent).toBe('That was not saved. Please try again.')
})

it('shows no label until follows are loaded (FOL-03)', async () => {
  followed = ['ar1']
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer = fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    if (String(args[0]).includes(fetchFollowingArtists.path)) await promise
    return answer(...args)
  })
  await showPage('/artists/ar1')
  await screen.findByText('1,234 followers')
  await waitFor(() => expect(server.calls).toContain('fetchMoreArtistTracks'))
  expect(onPage().queryByRole('button', { name: /follow/i })).toBeNull()
  resolve()
  await onPage().findByRole('button', { name: 'Unfollow' })
})

it('loads follows on any page as soon as there is a token (AUTH-06)', async () => {
  await showPage('/contact')
  await waitFor(() => expect(server.calls).toContain('fetchFollowingArtists'))
  await waitFor(() => expect(server.calls).toContain('fetchOwnUser'))
})

it('refetches suggestions after a follow (HOME-08, PROP-20)', async () => {
  await showPage('/artists/ar1')
  const { queryKey } = suggestionsQuery(await readToken())
  const suggestions = () => queryClient.getQueryState(queryKey)
  await waitFor(() => expect(suggestions()?.status).toBe('success'))
  expect(suggestions()?.isInvalidated).toBe(false)
  await press('Follow')
  await waitFor(() => expect(suggestions()?.isInvalidated).toBe(true))
})
