import type { Track } from '@refrain/contract/catalogue/tracks'
import { countLimits } from '@refrain/contract/limits'
import { sql } from 'kysely'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'
import { readGenreIdByName } from './genre-store.ts'
import { readTracksByIds } from './track-store.ts'

/** Where a page of tracks ended: the values that order them. */
export type TrackCursor = readonly [plays: number, title: string, id: string]

export interface TrackPage {
  readonly tracks: Track[]
  /** The last of the tracks, if there may be more. */
  readonly next: TrackCursor | undefined
}

/** The tables of links repeat what orders tracks, so that an index holds the order: no list is sorted. */
const LINKS = {
  artist: { table: sql.table('track_artists'), owner: sql.ref('artist_id') },
  genre: { table: sql.table('track_genres'), owner: sql.ref('genre_id') },
} as const
type Owner = keyof typeof LINKS

interface Link {
  readonly id: string
  readonly plays: number
  readonly title: string
}

/** All tracks that credit the artist, most played first, ties by title, in slices. */
export async function* readTracksOfArtist(db: Database, artistId: string): AsyncGenerator<Track[]> {
  yield* readLinked(db, 'artist', artistId)
}

/** The tracks of a genre by name, without regard to case, most played first, ties by title, in slices. */
export async function* readTracksOfGenre(db: Database, genre: string): AsyncGenerator<Track[]> {
  const genreId = await readGenreIdByName(db, genre)
  if (genreId !== undefined) yield* readLinked(db, 'genre', genreId)
}

async function* readLinked(db: Database, owner: Owner, ownerId: string): AsyncGenerator<Track[]> {
  const links = await readLinks(db, owner, ownerId, countLimits.related)
  yield* readTracksByIds(
    db,
    links.map(({ id }) => id),
  )
}

/** The first tracks of an artist or genre in that order, or those after a cursor: all cost the same. */
export async function readTrackPage(
  db: Database,
  owner: Owner,
  ownerId: string,
  after: TrackCursor | undefined,
): Promise<TrackPage> {
  const links = await readLinks(db, owner, ownerId, countLimits.trackPage, after)
  const tracks: Track[] = []
  for await (const slice of readTracksByIds(
    db,
    links.map(({ id }) => id),
  ))
    tracks.push(...slice)
  const last = links.length === countLimits.trackPage ? links.at(-1) : undefined
  return { tracks, next: last && [last.plays, last.title, last.id] }
}

async function readLinks(
  db: Database,
  owner: Owner,
  ownerId: string,
  most: number,
  after?: TrackCursor,
): Promise<Link[]> {
  const links = LINKS[owner]
  const select = sql`select track_id as id, track_plays as plays, track_title as title
    from ${links.table} where ${links.owner} = ${ownerId}`
  const order = sql`order by track_plays desc, track_title, track_id limit ${literal(most)}`
  if (!after) return (await sql<Link>`${select} ${order}`.execute(db)).rows
  const [plays, title, id] = after
  // In two steps, since the order goes down in one column and up in the others: an index then finds the start of both.
  const { rows } = await sql<Link>`${select} and track_plays = ${plays}
    and (track_title, track_id) > (${title}, ${id}) ${order}`.execute(db)
  if (rows.length === most) return rows
  const others =
    await sql<Link>`${select} and track_plays < ${plays} order by track_plays desc, track_title, track_id
    limit ${literal(most - rows.length)}`.execute(db)
  return [...rows, ...others.rows]
}
