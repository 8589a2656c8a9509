import { sql } from 'kysely'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'

const hasTracks = sql<boolean>`exists (
  select 1 from tracks where tracks.album_id = albums.id and tracks.available = 1
)`

interface Page {
  readonly offset: number
  readonly most: number
}

/** Albums that a listener has played, the last played first. */
export async function readRecentlyPlayedAlbums(
  db: Database,
  userId: string,
  { offset, most }: Page,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select tracks.album_id as id, max(counted_tracks.counted_at) as at
    from counted_tracks join tracks on tracks.id = counted_tracks.track_id and tracks.available = 1
    where counted_tracks.user_id = ${userId}
    group by tracks.album_id order by at desc, id limit ${literal(most)} offset ${literal(offset)}`.execute(
    db,
  )
  return rows.map(row => row.id)
}

/** Albums that the listener has played first, then the others; each by everybody's plays. */
export async function readFrequentAlbums(
  db: Database,
  userId: string,
  { offset, most }: Page,
): Promise<string[]> {
  const { rows: own } = await sql<{ id: string }>`
    select albums.id from albums
    where albums.id in (select album_id from counted_albums where user_id = ${userId}) and ${hasTracks}
    order by albums.play_count desc, albums.sort_title, albums.id`.execute(db)
  const ids = own.map(row => row.id)
  const page = ids.slice(offset, offset + most)
  if (page.length === most) return page
  const { rows: others } = await sql<{ id: string }>`
    select albums.id from albums
    where ${hasTracks}
      and albums.id not in (select album_id from counted_albums where user_id = ${userId})
    order by albums.play_count desc, albums.sort_title, albums.id
    limit ${literal(most - page.length)} offset ${literal(Math.max(0, offset - ids.length))}`.execute(db)
  return [...page, ...others.map(row => row.id)]
}
