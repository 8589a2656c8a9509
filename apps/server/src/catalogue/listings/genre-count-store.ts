import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'

export interface GenreCount {
  readonly name: string
  readonly songs: number
  readonly albums: number
}

/** Every genre with tracks that can be played, by name, with how many tracks and albums it has. */
export async function readGenreCounts(db: Database): Promise<GenreCount[]> {
  const { rows } = await sql<{ name: string; songs: number; albums: number }>`
    select genres.genre as name, count(*) as songs, count(distinct tracks.album_id) as albums
    from genres join track_genres on track_genres.genre_id = genres.id
      join tracks on tracks.id = track_genres.track_id and tracks.available = 1
    where genres.genre <> ''
    group by genres.id, genres.genre, genres.folded_genre order by genres.folded_genre`.execute(db)
  return rows.map(({ name, songs, albums }) => ({ name, songs: Number(songs), albums: Number(albums) }))
}
