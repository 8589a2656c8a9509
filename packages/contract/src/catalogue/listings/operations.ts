import * as z from 'zod/mini'
import { userRates } from '../../limits.ts'
import { operation } from '../../operation.ts'
import { recordFields } from '../../record.ts'
import { cursor, id } from '../../values.ts'
import { album } from '../albums.ts'
import { artist } from '../artists.ts'
import { track } from '../tracks.ts'
import { ALBUM_SORTS, ARTIST_SORTS, DECADE, FORMATS, LONGEST_START, SONG_SORTS } from './choices.ts'

const OWN_SORT = 'lastPlayed'
/** Sorts that need no listener. */
type Shared<Sort extends string> = Exclude<Sort, typeof OWN_SORT>
const shared = <Sort extends string>(sorts: readonly Sort[]) =>
  sorts.filter((sort): sort is Shared<Sort> => sort !== OWN_SORT)

const isTrue = z.optional(z.literal(true))

/** Where a listing begins, and in which direction it goes. */
const place = recordFields({
  /** Against the usual direction: the last name first, or the oldest. */
  reversed: isTrue,
  /** Names begin here: the first letters, which the server folds as it sorts names. */
  from: z.optional(z.string().check(z.minLength(1), z.maxLength(LONGEST_START))),
  /** Another number, another order; for `random`. */
  seed: z.optional(z.int().check(z.gte(0), z.lte(0xffff_ffff))),
  after: z.optional(cursor),
})

const filters = recordFields({
  genreId: z.optional(id),
  /** Its first year, such as 1990. */
  decade: z.optional(z.int().check(z.gte(1000), z.lte(9990), z.multipleOf(DECADE))),
  format: z.optional(z.enum(FORMATS)),
  /** Only in formats that keep every sample. */
  lossless: isTrue,
})

/** What only whoever asks can know. */
const ownFilters = recordFields({
  /** Songs and albums that the listener likes, artists that they follow. */
  liked: isTrue,
  /** Rated so or better. */
  rating: z.optional(z.int().check(z.gte(1), z.lte(5))),
  /** Never played to the point where a play counts. */
  unplayed: isTrue,
})

const nextPage = recordFields({ next: z.optional(cursor) })
const PAGES =
  'the first page without `after`. `next` goes into the following call, and is absent at the end; a page may be short before it.'
const CHOICE = 'in a chosen order, with filters'
const OWN = 'also by what the caller likes, rates and plays'

const songPage = z.object({ songs: z.array(track), ...nextPage })
const albumPage = z.object({ albums: z.array(album), ...nextPage })
const artistPage = z.object({ artists: z.array(artist), ...nextPage })

export const fetchSongListing = operation({
  name: 'fetchSongListing',
  summary: `Songs ${CHOICE}; ${PAGES}`,
  method: 'POST',
  path: '/api/listings/songs',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ sort: z.enum(shared(SONG_SORTS)), ...filters, ...place }),
  output: songPage,
})

export const fetchAlbumListing = operation({
  name: 'fetchAlbumListing',
  summary: `Albums ${CHOICE}; ${PAGES}`,
  method: 'POST',
  path: '/api/listings/albums',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ sort: z.enum(shared(ALBUM_SORTS)), ...filters, ...place }),
  output: albumPage,
})

export const fetchArtistListing = operation({
  name: 'fetchArtistListing',
  summary: `Artists in a chosen order; ${PAGES}`,
  method: 'POST',
  path: '/api/listings/artists',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ sort: z.enum(shared(ARTIST_SORTS)), ...place }),
  output: artistPage,
})

export const fetchOwnSongListing = operation({
  name: 'fetchOwnSongListing',
  summary: `Songs ${CHOICE}, ${OWN}; ${PAGES}`,
  method: 'POST',
  path: '/api/listings/own/songs',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: z.strictObject({ sort: z.enum(SONG_SORTS), ...filters, ...ownFilters, ...place }),
  output: songPage,
})

export const fetchOwnAlbumListing = operation({
  name: 'fetchOwnAlbumListing',
  summary: `Albums ${CHOICE}, ${OWN}; ${PAGES}`,
  method: 'POST',
  path: '/api/listings/own/albums',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: z.strictObject({ sort: z.enum(ALBUM_SORTS), ...filters, ...ownFilters, ...place }),
  output: albumPage,
})

export const fetchOwnArtistListing = operation({
  name: 'fetchOwnArtistListing',
  summary: `Artists in a chosen order, ${OWN}; ${PAGES}`,
  method: 'POST',
  path: '/api/listings/own/artists',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: z.strictObject({ sort: z.enum(ARTIST_SORTS), ...ownFilters, ...place }),
  output: artistPage,
})
