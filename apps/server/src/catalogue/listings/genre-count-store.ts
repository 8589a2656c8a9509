import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'

export interface GenreCount {
  readonly name: string
  readonly songs: number
  readonly albums: number
}

/**
 * Every genre with tracks that can be played, by name, with how many tracks and albums it has. Adds up what is stored for each
 * album, and subtracts the few tracks that are missing: reading all tracks would take minutes at a million.
 */
export async function readGenreCounts(db: Database): Promise<GenreCount[]> {
  const { rows } = await sql<{ name: string; songs: number; albums: number }>`
    with totals as (
      select genre_id, sum(tracks) as songs, count(*) as albums from album_genres group by genre_id
    ), gone as (
      select genre_id, sum(songs) as songs, sum(case when songs = tracks then 1 else 0 end) as albums
      from (
        select album_genres.genre_id, album_genres.tracks, count(*) as songs
        from tracks join track_genres on track_genres.track_id = tracks.id
          join album_genres on album_genres.album_id = tracks.album_id and album_genres.genre_id = track_genres.genre_id
        where tracks.available = 0
        group by album_genres.album_id, album_genres.genre_id, album_genres.tracks
      ) as gone_of_albums group by genre_id
    )
    select genres.genre as name, totals.songs - coalesce(gone.songs, 0) as songs,
      totals.albums - coalesce(gone.albums, 0) as albums
    from genres join totals on totals.genre_id = genres.id left join gone on gone.genre_id = genres.id
    where genres.genre <> '' and totals.songs > coalesce(gone.songs, 0) order by genres.folded_genre`.execute(
    db,
  )
  return rows.map(({ name, songs, albums }) => ({ name, songs: Number(songs), albums: Number(albums) }))
}
