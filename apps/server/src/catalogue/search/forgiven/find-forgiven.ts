import type { FoundKind } from '@refrain/contract/catalogue/search'
import type { OpenDatabase } from '../../../database/open.ts'
import type { Searched } from '../candidate-store.ts'
import {
  type Belonging,
  type Candidate,
  readAlbumsOfArtist,
  readCandidates,
  readOwners,
  readTracksOfAlbums,
  readTracksOfArtist,
} from './forgiven-store.ts'
import {
  ALWAYS_IN_PARTS,
  hasAny,
  matchWords,
  nearestOf,
  totalDistance,
  type WordMatches,
} from './match-words.ts'
import { type QueryWord, readQueryWords } from './query-words.ts'

/** Artists by which tracks and albums are found that have the other words, and albums by which tracks are. */
const MOST_ARTISTS = 4
const MOST_ALBUMS = 12
/** Ways to divide the words between the artist and the title. */
const MOST_GROUPS = 3
/** Words by which rows are found, and the letters of those that few rows have. */
const MOST_TELLING = 3
const LONG = [ALWAYS_IN_PARTS, 5]
/** With so many rows nothing else is looked for. */
const ENOUGH = 10
/** Rows whose artist or album is looked up. */
const MOST_TITLED = 300
const ABSENT = '-'
const PRESENT = '+'

type Opened = Pick<OpenDatabase, 'db' | 'dialect'>

interface Match {
  readonly id: string
  readonly distance: number
  readonly popularity: number
}

type Found = Record<FoundKind, string[]>
type Matches = Record<FoundKind, Match[]>

interface Parent extends Candidate {
  readonly matches: WordMatches
}

/**
 * Finds what somebody may mean whose words no title contains as they are written: with letters wrong, missing, too many or
 * swapped, in another order, or with words from the title, the album and the artist together. Every word has to be found, and
 * one of them in the row's own title or name.
 * @param query folded
 * @returns ids, the nearest first, then the most popular
 */
export async function findForgiven(
  open: Opened,
  query: string,
  most: Readonly<Record<FoundKind, number>>,
): Promise<Found> {
  // Most people who write several words write them well: few rows have whole words.
  const asWritten = await findWords(open, readQueryWords(query, { forgives: false }))
  const words = readQueryWords(query, { forgives: true })
  const mayHaveErrors = words.some(({ slack }) => slack > 0)
  const found = isAny(asWritten) || !mayHaveErrors ? asWritten : await findWords(open, words)
  return {
    tracks: best(found.tracks, most.tracks),
    artists: best(found.artists, most.artists),
    albums: best(found.albums, most.albums),
  }
}

async function findWords(open: Opened, words: readonly QueryWord[]): Promise<Matches> {
  const parts = words.flatMap(word => word.parts)
  if (parts.length === 0) return { tracks: [], artists: [], albums: [] }
  const artists = toParents(await readCandidates(open, 'artists', [parts]), words)
  const found = {
    artists: artists.flatMap(row => toMatch(row, row.matches)),
    albums: await ownMatches(open, 'albums', words),
    tracks: await ownMatches(open, 'tracks', words),
  }
  if (words.length === 1 || isEnough(found)) return found
  const albums = toParents(await readCandidates(open, 'albums', [parts]), words)
  found.albums.push(...(await albumsOf(open, artists.slice(0, MOST_ARTISTS), words)))
  found.tracks.push(...(await tracksOf(open, artists.slice(0, MOST_ARTISTS), words)))
  found.tracks.push(...(await tracksOn(open, albums.slice(0, MOST_ALBUMS), words)))
  if (isEnough(found)) return found
  found.albums.push(...(await crossed(open, { table: 'albums', by: 'artist_id' }, artists, words)))
  found.tracks.push(...(await crossed(open, { table: 'tracks', by: 'artist_id' }, artists, words)))
  found.tracks.push(...(await crossed(open, { table: 'tracks', by: 'album_id' }, albums, words)))
  return found
}

const isAny = (found: Matches) => Object.values(found).some(({ length }) => length > 0)

const isEnough = (found: Matches) => Object.values(found).some(({ length }) => length >= ENOUGH)

/** The longest words, which few rows have: short ones only if there is no other. */
function mostTelling(words: readonly QueryWord[]): readonly QueryWord[] {
  const indexed = words.filter(({ parts }) => parts.length > 0)
  const telling = LONG.map(least => indexed.filter(({ text }) => text.length >= least))
  const chosen = telling.find(({ length }) => length > 0) ?? indexed
  return chosen.toSorted((a, b) => b.text.length - a.text.length).slice(0, MOST_TELLING)
}

/** Rows that have all the words in their own title or name. */
async function ownMatches(open: Opened, table: Searched, words: readonly QueryWord[]): Promise<Match[]> {
  const rows = await readCandidates(open, table, indexedParts(words))
  return rows.flatMap(row => toMatch(row, matchWords(row.form, words)))
}

const indexedParts = (words: readonly QueryWord[]) => mostTelling(words).map(({ parts }) => parts)

/** Rows whose title has the words that names of artists, or titles of albums, leave, and that are theirs: where many have such names. */
async function crossed(
  open: Opened,
  { table, by }: Belonging,
  parents: readonly Parent[],
  words: readonly QueryWord[],
): Promise<Match[]> {
  const found: Match[] = []
  for (const [key, named] of [...groupByWords(parents)].slice(0, MOST_GROUPS)) {
    const rest = words.filter((_, n) => key[n] === ABSENT)
    if (indexedParts(rest).length === 0) continue
    const byId = new Map(named.map(parent => [parent.id, parent]))
    const rows = await readCandidates(open, table, indexedParts(rest))
    const titled = rows
      .map(row => ({ ...row, own: matchWords(row.form, words) }))
      .filter(({ own }) => own.every((distance, n) => key[n] !== ABSENT || distance !== undefined))
    const owners = await readOwners(open.db, { table, by }, titled.slice(0, MOST_TITLED))
    for (const row of titled) {
      const parent = byId.get(owners.get(row.id) ?? '')
      if (parent) found.push(...toMatch(row, row.own, parent.matches))
    }
  }
  return found
}

/** Artists or albums by which of the words they have, as a text of a sign for each; without those who have all. */
function groupByWords(parents: readonly Parent[]): Map<string, Parent[]> {
  const keyOf = ({ matches }: Parent) =>
    matches.map(distance => (distance === undefined ? ABSENT : PRESENT)).join('')
  const groups = Map.groupBy(parents, keyOf)
  for (const key of groups.keys()) if (!key.includes(ABSENT)) groups.delete(key)
  return groups
}

/** Rows that have a word, those with most words first. */
function toParents(rows: readonly Candidate[], words: readonly QueryWord[]): Parent[] {
  const count = ({ matches }: Parent) => matches.filter(distance => distance !== undefined).length
  const away = ({ matches }: Parent) => matches.reduce<number>((sum, distance) => sum + (distance ?? 0), 0)
  return rows
    .map(row => ({ ...row, matches: matchWords(row.form, words) }))
    .filter(({ matches }) => hasAny(matches))
    .sort((a, b) => count(b) - count(a) || away(a) - away(b) || b.popularity - a.popularity)
}

async function albumsOf(
  { db }: Opened,
  artists: readonly Parent[],
  words: readonly QueryWord[],
): Promise<Match[]> {
  const found: Match[] = []
  for (const artist of artists) {
    const albums = await readAlbumsOfArtist(db, artist.id)
    found.push(...albums.flatMap(album => toMatch(album, matchWords(album.form, words), artist.matches)))
  }
  return found
}

async function tracksOf(
  { db }: Opened,
  artists: readonly Parent[],
  words: readonly QueryWord[],
): Promise<Match[]> {
  const found: Match[] = []
  for (const artist of artists) {
    for (const track of await readTracksOfArtist(db, artist.id)) {
      const around = nearestOf(artist.matches, matchWords(track.album, words))
      found.push(...toMatch(track, matchWords(track.form, words), around))
    }
  }
  return found
}

async function tracksOn(
  { db }: Opened,
  albums: readonly Parent[],
  words: readonly QueryWord[],
): Promise<Match[]> {
  const byId = new Map(albums.map(album => [album.id, album.matches]))
  const tracks = await readTracksOfAlbums(db, [...byId.keys()])
  return tracks.flatMap(track => toMatch(track, matchWords(track.form, words), byId.get(track.albumId)))
}

/** @param around what the row's artist and album have */
function toMatch({ id, popularity }: Candidate, own: WordMatches, around: WordMatches = own): Match[] {
  if (!hasAny(own)) return []
  const distance = totalDistance(nearestOf(own, around))
  return distance === undefined ? [] : [{ id, distance, popularity }]
}

function best(matches: readonly Match[], most: number): string[] {
  const sorted = matches.toSorted(
    (a, b) => a.distance - b.distance || b.popularity - a.popularity || (a.id < b.id ? -1 : 1),
  )
  return [...new Set(sorted.map(({ id }) => id))].slice(0, most)
}
