import { fetchAlbum, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchAlbumTracks, type Track } from '@refrain/contract/catalogue/tracks'
import { fetchFollowingArtists } from '@refrain/contract/library/follows'
import {
  fetchInterestedAlbums,
  type SuggestedAlbum,
  type SuggestionReason,
} from '@refrain/contract/listening/interests'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession } from '../../account/session.ts'
import { player } from '../../listening/engine/player.ts'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

const suggest = (id: string, because: SuggestionReason['because'], name: string): SuggestedAlbum => ({
  ...makeAlbum(id, 2),
  reason: { because, name },
})
const ALL = [
  'Popular artists',
  'Popular albums',
  'Suggested for You',
  'Following artists',
  'Top Tracks From Following',
]

let server: AccountServer
let suggested: SuggestedAlbum[] | Response
let follows: { artists: ReturnType<typeof makeArtist>[]; artistIds: string[]; tracks: Track[] } | Response
/** Delay the responses with suggestions and follows. */
let suggesting: Promise<unknown>
let following: Promise<unknown>

beforeEach(async () => {
  suggested = [
    suggest('al1', 'follow', 'Ines'),
    suggest('al2', 'artist', 'Otto'),
    suggest('al3', 'genre', 'Dub'),
  ]
  const artists = ['ar1', 'ar2'].map(makeArtist)
  const tracks = makeTracks(makeAlbum('al9', 3))
  follows = { artists, artistIds: artists.map(({ id }) => id), tracks }
  suggesting = Promise.resolve()
  following = Promise.resolve()
  server = mockAccounts(
    mockCall(fetchPopularArtists, () => [makeArtist('ar5')]),
    mockCall(fetchPopularAlbums, () => [makeAlbum('al5', 1)]),
    mockCall(fetchInterestedAlbums, () => suggested),
    mockCall(fetchFollowingArtists, () => follows),
    mockCall(fetchAlbum, ({ id }) => makeAlbum(id, 3)),
    mockCall(fetchAlbumTracks, ({ albumId }) => makeTracks(makeAlbum(albumId, 3))),
  )
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === fetchInterestedAlbums.path) await suggesting
    if (url === fetchFollowingArtists.path) await following
    return fetch(url, init)
  })
  await server.signIn()
})
afterEach(() => {
  vi.useRealTimers()
  player.stop()
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
const sees = (expected: readonly string[]) => waitFor(() => expect(headings()).toEqual(expected))
const cards = (section: string) =>
  within(screen.getByRole('region', { name: section })).getAllByRole('listitem')
const loaders = () => screen.queryAllByRole('status', { name: 'Loading' }).length
const refusal = () => new Response('{"error":"no"}', { status: 403 })
const noFollows = { artists: [], artistIds: [], tracks: [] }
/** A promise and the function that resolves it. */
function hold(): [Promise<void>, () => void] {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  return [held, release]
}

describe('the member sections of Home', () => {
  it('come after the sections for everybody, in their order (HOME-01, HOME-08, HOME-09, HOME-11)', async () => {
    await showPage('/')
    await sees(ALL)
  })

  it('suggest albums as cards, each with a reason (HOME-08, PROP-21, ROLE-05)', async () => {
    await showPage('/')
    await sees(ALL)
    expect(cards('Suggested for You').map(card => card.textContent)).toEqual([
      'Album al1Artist ar1You follow Ines',
      'Album al2Artist ar1You listen to Otto',
      'Album al3Artist ar1You listen to Dub',
    ])
    const links = cards('Suggested for You').map(card => card.querySelector('a')?.getAttribute('href'))
    expect(links).toEqual(['/albums/al1', '/albums/al2', '/albums/al3'])
  })

  it('show followed artists in a carousel, and their most played tracks as rows (HOME-09, HOME-11, PROP-21)', async () => {
    await showPage('/')
    await sees(ALL)
    expect(cards('Following artists').map(card => card.textContent)).toEqual([
      'Artist ar1Artist',
      'Artist ar2Artist',
    ])
    const rows = within(screen.getByRole('grid', { name: 'Top Tracks From Following' })).getAllByRole('row')
    expect(rows.map(row => row.querySelector('.track-title')?.textContent)).toEqual([
      'Track 1',
      'Track 2',
      'Track 3',
    ])
    fireEvent.click(within(rows[1]!).getByRole('button', { name: 'Play' }))
    await waitFor(() => expect(player.getState().track?.id).toBe('al9-2'))
    expect(player.getState().list?.id).toBe('al9')
  })

  it('suggest nothing that was fully played in this browser (HOME-08, ENG-22, ENG-23, ENG-25)', async () => {
    localStorage.setItem('playedTracks', '{"al1":["al1-1","al1-2"],"al2":["al2-1"]}')
    await showPage('/')
    await sees(ALL)
    expect(cards('Suggested for You')).toHaveLength(2)
    cleanup()
    suggested = [suggest('al1', 'follow', 'Ines')]
    await showPage('/')
    await sees(ALL.filter(name => name !== 'Suggested for You'))
  })

  it('are omitted if they are empty (READ-55)', async () => {
    suggested = []
    follows = noFollows
    await showPage('/')
    await waitFor(() => expect(server.countCalls(fetchFollowingArtists)).toBe(1))
    await sees(ALL.slice(0, 2))
    expect([loaders(), localStorage.getItem('homeShelves')]).toEqual([0, null])
  })

  it('are omitted one by one without a message if they cannot be fetched (READ-55, READ-59)', async () => {
    suggested = refusal()
    await showPage('/')
    await sees(ALL.filter(name => name !== 'Suggested for You'))
    cleanup()
    suggested = [suggest('al1', 'follow', 'Ines')]
    follows = refusal()
    await showPage('/')
    await sees(ALL.slice(0, 3))
  })

  it('are hidden from guests and after the session ends (HOME-10, READ-55)', async () => {
    await showPage('/')
    await sees(ALL)
    act(clearSession)
    await sees(ALL.slice(0, 2))
    const calls = server.countCalls(fetchInterestedAlbums)
    cleanup()
    await showPage('/')
    await sees(ALL.slice(0, 2))
    expect(server.countCalls(fetchInterestedAlbums)).toBe(calls)
  })

  describe('while loading', () => {
    it('show skeletons for the sections of the last visit (HOME-12)', async () => {
      await showPage('/')
      await sees(ALL)
      cleanup()
      const [heldSuggestions, suggestNow] = hold()
      const [heldFollows, followNow] = hold()
      suggesting = heldSuggestions
      following = heldFollows
      await showPage('/')
      await sees(ALL.slice(0, 2))
      await waitFor(() => expect(loaders()).toBe(3))
      followNow()
      await sees(ALL.filter(name => name !== 'Suggested for You'))
      expect(loaders()).toBe(1)
      suggestNow()
      await sees(ALL)
      expect(loaders()).toBe(0)
    })

    it('show nothing that a later section would push down (HOME-01, HOME-12)', async () => {
      const [held, suggestNow] = hold()
      suggesting = held
      await showPage('/')
      await waitFor(() => expect(server.countCalls(fetchFollowingArtists)).toBe(1))
      await sees(ALL.slice(0, 2))
      expect(loaders()).toBe(1)
      suggestNow()
      await sees(ALL)
    })
  })

  it('are refetched each time Home is opened, and stay as they are meanwhile (HOME-08, PROP-20)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const router = await showPage('/')
    await sees(ALL)
    const calls = server.countCalls(fetchInterestedAlbums)
    suggested = [suggest('al7', 'genre', 'House')]
    await act(() => router.navigate('/about'))
    vi.setSystemTime(Date.now() + 5_000)
    await act(() => router.navigate('/'))
    await waitFor(() => expect(cards('Suggested for You')).toHaveLength(1))
    expect(server.countCalls(fetchInterestedAlbums)).toBe(calls + 1)
  })

  it('are loaded on every screen: a token loads profile, follows and interests (AUTH-06)', async () => {
    await showPage('/about')
    await waitFor(() =>
      expect(server.calls).toEqual(
        expect.arrayContaining(['fetchOwnUser', 'fetchFollowingArtists', 'fetchInterestedAlbums']),
      ),
    )
  })
})
