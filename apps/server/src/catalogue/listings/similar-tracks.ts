import type { Database } from '../../database/tables.ts'
import { shuffle } from './random-store.ts'
import * as similar from './similar-store.ts'

/** Genres and artists that similar tracks are looked for in. */
const MAX_GENRES = 3
const MAX_ARTISTS = 3
/** Part of similar tracks that is the artists' own, where there are enough others. */
const OWN_PART = 1 / 3
/** Years apart that still count as the same time, and as a near one. */
const SAME_TIME = 3
const NEAR_TIME = 10
const STEP = 100
/** Tracks whose years are compared, of the artists and of others each, even where fewer are wanted. */
const MIN_CANDIDATES = 200

export interface SimilarTo {
  /** The most important one first; the later ones of many are left out. */
  readonly artistIds: readonly string[]
  /** Tracks whose genres and years the music should share, which it does not repeat. */
  readonly seedIds: readonly string[]
  /** Further tracks that are left out. */
  readonly exceptIds?: readonly string[]
  readonly most: number
}

/**
 * Much-played tracks of artists, and of others in the same genres, those of the seeds' years rather than others. Where they are
 * too few, music of the first seed's time follows. In an order that is new each time: radios are made of them.
 */
export async function readSimilarTracks(db: Database, wanted: SimilarTo): Promise<string[]> {
  const { seedIds, exceptIds = [], most } = wanted
  const [mainArtist, ...further] = wanted.artistIds.slice(0, MAX_ARTISTS)
  if (mainArtist === undefined || most === 0) return []
  const artistIds = [mainArtist, ...further] as const
  const left = new Set([...seedIds, ...exceptIds])
  // In steps, so that a database meets few different statements.
  const looked = Math.ceil((most + left.size) / STEP) * STEP
  const genreIds = await similar.readGenresOfTracks(db, seedIds, MAX_GENRES)
  for (const artistId of artistIds)
    genreIds.push(...(await similar.readGenresOfArtist(db, artistId, MAX_GENRES)))
  const inGenres = [...new Set(genreIds)].slice(0, MAX_GENRES)
  const others = await similar.readTopTracksOfGenres(db, inGenres, artistIds, looked)
  const own: string[] = []
  for (const artistId of artistIds) own.push(...(await similar.readTopTracks(db, artistId, looked)))
  const candidates = (ids: readonly string[]) =>
    shuffle(ids.filter(id => !left.has(id))).slice(0, Math.max(most, MIN_CANDIDATES))
  const [ownLeft, othersLeft] = [candidates(own), candidates(others)]
  const years = await similar.readYears(db, [...seedIds, ...ownLeft, ...othersLeft])
  const near = (ids: readonly string[]) => nearestFirst(ids, seedIds, years)
  const found = shuffle(mix(near(ownLeft), near(othersLeft), most))
  if (found.length === most) return found
  const known = new Set([...left, ...found])
  const ofTime = (await readOfTime(db, seedIds, years)).filter(id => !known.has(id))
  return [...found, ...ofTime.slice(0, most - found.length)]
}

/** Music of the first seed's time, in random order: around a random day, so that it is other music each time. */
async function readOfTime(
  db: Database,
  seedIds: readonly string[],
  years: ReadonlyMap<string, number>,
): Promise<string[]> {
  const year = seedIds.map(id => years.get(id)).find(known => known !== undefined)
  if (year === undefined) return []
  const month = 1 + Math.floor(Math.random() * 12)
  const day = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
  return shuffle(await similar.readTracksNear(db, { from: year - SAME_TIME, day, to: year + SAME_TIME }))
}

/** A part of the artists' own and the rest of others; more of the own where others are missing. */
function mix(own: readonly string[], others: readonly string[], most: number): string[] {
  const ownCount = Math.max(Math.ceil(most * OWN_PART), most - others.length)
  return [...new Set([...own.slice(0, ownCount), ...others])].slice(0, most)
}

/** Those of the seeds' time first, then near ones and those without a year; otherwise in their order. */
export function nearestFirst(
  ids: readonly string[],
  seedIds: readonly string[],
  years: ReadonlyMap<string, number>,
): string[] {
  const wanted = seedIds.flatMap(id => years.get(id) ?? [])
  function distance(id: string): number {
    const year = years.get(id)
    if (wanted.length === 0 || year === undefined) return 1
    const apart = Math.min(...wanted.map(each => Math.abs(each - year)))
    if (apart <= SAME_TIME) return 0
    return apart <= NEAR_TIME ? 1 : 2
  }
  return ids.toSorted((a, b) => distance(a) - distance(b))
}
