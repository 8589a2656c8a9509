import {
  ALBUM_SORTS,
  ARTIST_SORTS,
  DECADE,
  FORMATS,
  type Format,
  type ListingSort,
  SONG_SORTS,
} from '@refrain/contract/catalogue/listings/choices'
import { isId } from '@refrain/contract/values'

export type ListingKind = 'songs' | 'albums' | 'artists'

/** How a listing is sorted and filtered, as its address says. */
export interface ListingChoice {
  readonly sort: ListingSort
  readonly reversed?: true
  readonly genreId?: string
  /** Its first year. */
  readonly decade?: number
  readonly format?: Format
  readonly lossless?: true
  readonly liked?: true
  /** From 1 to 5. */
  readonly rating?: number
  readonly unplayed?: true
  /** The letter that names begin at. */
  readonly from?: string
  readonly seed?: number
}

export const SORTS: Readonly<Record<ListingKind, readonly ListingSort[]>> = {
  songs: SONG_SORTS,
  albums: ALBUM_SORTS,
  artists: ARTIST_SORTS,
}

/** The order without a choice. */
const USUAL_SORT = 'name'
const LETTER = /^\p{L}$/u
const LATEST = 9_990
const MAX_SEED = 0xffff_ffff

/** Reads the choice from the query of an address; what makes no sense there is left out. */
export function readChoice(kind: ListingKind, query: URLSearchParams, isGuest: boolean): ListingChoice {
  const has = (name: string) => query.get(name) === '1'
  const number = (name: string, least: number, most: number) => {
    const value = Number(query.get(name) ?? Number.NaN)
    return Number.isInteger(value) && value >= least && value <= most ? value : undefined
  }
  const sorts = SORTS[kind].filter(each => !isGuest || each !== 'lastPlayed')
  const sort = sorts.find(each => each === query.get('sort')) ?? USUAL_SORT
  const genreId = query.get('genre')
  const decade = number('decade', 1_000, LATEST)
  const format = FORMATS.find(each => each === query.get('format'))
  const rating = number('rating', 1, 5)
  const from = query.get('from')
  const seed = number('seed', 0, MAX_SEED)
  return {
    sort,
    ...(has('reversed') && sort !== 'random' && { reversed: true }),
    ...(kind !== 'artists' && {
      ...(isId(genreId) && { genreId }),
      ...(decade !== undefined && decade % DECADE === 0 && { decade }),
      ...(format && !has('lossless') && { format }),
      ...(has('lossless') && { lossless: true }),
    }),
    ...(!isGuest && {
      ...(has('liked') && { liked: true }),
      ...(rating !== undefined && { rating }),
      ...(has('unplayed') && { unplayed: true }),
    }),
    ...(sort === 'name' && !has('reversed') && from && LETTER.test(from) && { from: from.toLowerCase() }),
    ...(sort === 'random' && { seed: seed ?? 0 }),
  }
}

/** The choice as the query of an address, without what is usual. */
export function writeChoice({ sort, genreId, ...others }: ListingChoice): URLSearchParams {
  const query = new URLSearchParams()
  if (sort !== USUAL_SORT) query.set('sort', sort)
  if (genreId !== undefined) query.set('genre', genreId)
  for (const [name, value] of Object.entries(others)) {
    if (value !== undefined) query.set(name, value === true ? '1' : String(value))
  }
  return query
}

const FILTERS = ['genreId', 'decade', 'format', 'lossless', 'liked', 'rating', 'unplayed'] as const

export const countFilters = (choice: ListingChoice): number =>
  FILTERS.filter(name => choice[name] !== undefined).length

/** The same order without filters. */
export const withoutFilters = ({ sort, reversed, from, seed }: ListingChoice): ListingChoice => ({
  sort,
  ...(reversed && { reversed }),
  ...(from !== undefined && { from }),
  ...(seed !== undefined && { seed }),
})

/** Whether it is the listing that everybody sees at first. */
export const isUsual = (choice: ListingChoice): boolean =>
  choice.sort === USUAL_SORT && !choice.reversed && choice.from === undefined && countFilters(choice) === 0

/** Whether only the service knows it together with who asks. */
export const isOwn = ({ sort, liked, rating, unplayed }: ListingChoice): boolean =>
  sort === 'lastPlayed' || liked !== undefined || rating !== undefined || unplayed !== undefined
