import { ALBUM_SORTS, ARTIST_SORTS, SONG_SORTS } from '@refrain/contract/catalogue/listings/choices'
import {
  fetchAlbumListing,
  fetchArtistListing,
  fetchOwnAlbumListing,
  fetchOwnArtistListing,
  fetchOwnSongListing,
  fetchSongListing,
} from '@refrain/contract/catalogue/listings/operations'
import type { Operation } from '@refrain/contract/operation'

const OWN_FILTERS = [{}, { liked: true }, { rating: 4 }, { unplayed: true }]

/** The listings by every sort, alone, with each single filter, and with several. */
export function listingChoices(genreId: string): readonly (readonly [Operation, object])[] {
  const music = [{ genreId }, { decade: 1990 }, { format: 'flac' }, { lossless: true }]
  const several = { genreId, decade: 1990, format: 'mp3' }
  const shared = <Sort extends string>(sorts: readonly Sort[]) => sorts.filter(sort => sort !== 'lastPlayed')
  const by = (operation: Operation, sorts: readonly string[], filters: readonly object[]) =>
    sorts.flatMap(sort => filters.map(filter => [operation, { sort, ...filter }] as const))
  return [
    ...by(fetchSongListing, shared(SONG_SORTS), [{}, ...music, several]),
    ...by(fetchAlbumListing, shared(ALBUM_SORTS), [{}, ...music, several]),
    ...by(fetchArtistListing, shared(ARTIST_SORTS), [{}]),
    ...by(fetchOwnSongListing, SONG_SORTS, OWN_FILTERS),
    ...by(fetchOwnSongListing, ['lastPlayed'], music),
    ...by(fetchOwnAlbumListing, ALBUM_SORTS, OWN_FILTERS),
    ...by(fetchOwnArtistListing, ARTIST_SORTS, OWN_FILTERS),
  ]
}
