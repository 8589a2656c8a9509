import { fetchAlbum, fetchArtistAlbums, fetchMoreAlbums } from '@refrain/contract/catalogue/albums'
import { fetchArtist, fetchMoreArtists } from '@refrain/contract/catalogue/artists'
import { fetchTrackCredits } from '@refrain/contract/catalogue/credits'
import { fetchAllGenres, fetchGenre } from '@refrain/contract/catalogue/genres'
import { fetchSongListing } from '@refrain/contract/catalogue/listings/operations'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import {
  fetchAlbumTracks,
  fetchGenreTracks,
  fetchMoreArtistTracks,
  fetchMoreGenreTracks,
  fetchTrack,
} from '@refrain/contract/catalogue/tracks'
import { LIKED_SONGS } from '@refrain/contract/library/playlists'
import { fetchStreamQualities, STREAM_QUALITIES } from '@refrain/contract/media/streams'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { readEnglishMessages, translate } from '@refrain/messages/texts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession } from './account/session.ts'
import { mockAccounts } from './testing/mock-accounts.ts'
import { mockCall } from './testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from './testing/mock-library.ts'
import { mockStreaming } from './testing/mock-streaming.ts'
import { makeAlbum, makeArtist, makeGenre, makeTracks } from './testing/records.ts'
import { showPage } from './testing/show-page.tsx'

vi.mock('./listening/engine/player.ts')

const album = makeAlbum('al1', 3)
const tracks = makeTracks(album)
const artist = makeArtist('ar1')
const genre = makeGenre('ge1', 'Ambient')
/** Names in the records, and names that are the same in every language. */
const NAMES = [
  /(Album|Artist|Playlist|Track) ?(al|ar|pl)?\d+/g,
  /ada@example\.org|Ada|Ambient|Jazz|[AR]\d/g,
  new RegExp(`${LIKED_SONGS}|${PRODUCT_NAME}|Instagram|Twitter|Facebook`, 'g'),
]

const catalogue = [
  mockCall(fetchAlbum, () => album),
  mockCall(fetchArtist, () => ({ artist })),
  mockCall(fetchTrack, () => tracks[0]),
  mockCall(fetchTrackCredits, () => []),
  mockCall(fetchAllGenres, () => [genre]),
  mockCall(fetchGenre, () => genre),
  mockCall(fetchAlbumTracks, () => tracks),
  mockCall(fetchMoreArtistTracks, () => ({ tracks })),
  mockCall(fetchGenreTracks, () => tracks),
  mockCall(fetchMoreGenreTracks, () => ({ tracks })),
  mockCall(fetchArtistAlbums, () => [album]),
  mockCall(fetchMoreArtists, () => ({ artists: [artist], totalResults: 1 })),
  mockCall(fetchMoreAlbums, () => ({ albums: [album], totalResults: 1 })),
  mockCall(fetchSongListing, () => ({ songs: tracks })),
  mockCall(searchCatalogue, () => ({ tracks, artists: [artist], albums: [album] })),
]

beforeEach(async () => {
  // Messages of every area, those of screens that are loaded later included.
  await Promise.all(
    Object.values(
      import.meta.glob('../../../packages/messages/src/en/{,account/,administration/,catalogue/}*.ts'),
    ).map(load => load()),
  )
  const bracketed = Object.entries(readEnglishMessages()).map(([area, messages]) => [
    area,
    Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, `⟦${message}⟧`])),
  ])
  translate('en-XA', Object.fromEntries(bracketed))
})
afterEach(() => {
  cleanup()
  clearSession()
  translate('en', {})
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('in another language, no English text is left', () => {
  it.each([
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/about',
    '/contact',
    '/settings',
    '/search',
  ])('for a guest on %s', async address => {
    mockAccounts(...catalogue)
    await showPage(address)
    await expectTranslated()
  })

  it.each([
    '/artists',
    '/albums',
    '/songs',
    '/artists/ar1',
    '/albums/al1',
    '/track/al1-1',
    '/genres/ge1',
    '/playlists/Ambient',
    '/search?q=track',
    '/us1/library',
    '/us1/library/likedSongs',
    '/userplaylists/pl1',
    '/user/us1',
  ])('for a member on %s', async address => {
    const playlists = [makePlaylist('pl1', ['al1-1'])]
    await mockLibrary({ playlists, liked: ['al1-1'] }, ...catalogue)
    await showPage(address)
    await expectTranslated()
  })

  it('in the qualities of streams', async () => {
    mockAccounts(mockCall(fetchStreamQualities, () => ({ qualities: [...STREAM_QUALITIES] })))
    mockStreaming({})
    await showPage('/settings')
    await screen.findByRole('radiogroup', { name: '⟦Quality on mobile data⟧' })
    await expectTranslated()
  })

  it('in the menu of a track and the list of shortcuts', async () => {
    await mockLibrary({ playlists: [makePlaylist('pl1', ['al1-1'])] }, ...catalogue)
    await showPage('/albums/al1')
    const [more] = await screen.findAllByRole('button', { name: '⟦More options⟧' })
    fireEvent.click(more!)
    await screen.findByRole('menu')
    await expectTranslated()
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    fireEvent.keyDown(document.body, { key: '?' })
    await screen.findByRole('dialog')
    await expectTranslated()
  })
})

/** Waits until the page has loaded and holds nothing but bracketed texts and names. */
async function expectTranslated(): Promise<void> {
  await waitFor(() => expect(screen.queryAllByRole('status', { name: '⟦Loading⟧' })).toEqual([]))
  expect(screen.getByRole('main').textContent).toMatch(/⟦/)
  await waitFor(() => expect([...visibleTexts()].filter(text => isEnglish(text))).toEqual([]))
}

function* visibleTexts(): Generator<string> {
  yield document.title
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('script, style, code, [data-typed]')) continue
    for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'placeholder'])
      yield element.getAttribute(name) ?? ''
    // A text may consist of several nodes.
    if (!element.closest('bdi')) yield ownText(element)
  }
}

const ownText = (element: Element): string =>
  Array.from(element.childNodes, node => (node instanceof Text ? node.data : '◦')).join('')

function isEnglish(text: string): boolean {
  const rest = NAMES.reduce((left, name) => left.replaceAll(name, ''), text)
  // Innermost first: a text may be a value of another.
  let outside = rest
  for (let before = ''; before !== outside; ) {
    before = outside
    outside = outside.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  }
  return /\p{L}{2}/u.test(outside)
}
