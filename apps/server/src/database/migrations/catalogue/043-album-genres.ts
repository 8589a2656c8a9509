import type { Migration } from '../../migration.ts'

/** Fills the table for existing tracks; triggers maintain it from then on. */
export const fillAlbumGenres = `insert into album_genres (album_id, genre_id, album_title, tracks)
  select albums.id, track_genres.genre_id, albums.sort_title, count(*)
  from track_genres join tracks on tracks.id = track_genres.track_id join albums on albums.id = tracks.album_id
  group by albums.id, track_genres.genre_id, albums.sort_title`

const tableWith = (text: string, end: string) => `create table album_genres (
  album_id text not null references albums (id) on delete cascade,
  genre_id text not null references genres (id) on delete cascade,
  album_title ${text} not null, tracks integer not null, primary key (album_id, genre_id)
)${end}`

const index = 'create index album_genres_by_title on album_genres (genre_id, album_title, album_id)'

/** Adds one track to an album's count of each genre in `links`. */
const add = (albumId: string, links: string) => `
  insert into album_genres (album_id, genre_id, album_title, tracks)
  select albums.id, links.genre_id, albums.sort_title, 1 from albums cross join ${links} where albums.id = ${albumId}
  on conflict (album_id, genre_id) do update set tracks = album_genres.tracks + 1;`

/** Subtracts one track from an album's count of each of the genres. */
const remove = (albumId: string, genreIds: string) => `
  update album_genres set tracks = tracks - 1 where album_id = ${albumId} and genre_id in (${genreIds});
  delete from album_genres where album_id = ${albumId} and genre_id in (${genreIds}) and tracks = 0;`

const albumOf = (track: string) => `(select album_id from tracks where id = ${track})`
const genresOf = (track: string) => `select genre_id from track_genres where track_id = ${track}`

const added = add(albumOf('new.track_id'), '(select new.genre_id as genre_id) links')
const removed = remove(albumOf('old.track_id'), 'old.genre_id')
const moved =
  remove('old.album_id', genresOf('old.id')) + add('new.album_id', `(${genresOf('new.id')}) links`)
const renamed = 'update album_genres set album_title = new.sort_title where album_id = new.id;'
/** Before the track is deleted: the trigger on `track_genres` reads its album. */
const unlinked = 'delete from track_genres where track_id = old.id;'

const sqliteTriggers = [
  `create trigger album_genres_added after insert on track_genres begin ${added} end`,
  `create trigger album_genres_removed after delete on track_genres begin ${removed} end`,
  `create trigger album_genres_unlinked before delete on tracks begin ${unlinked} end`,
  `create trigger album_genres_moved after update of album_id on tracks when new.album_id <> old.album_id begin ${moved} end`,
  `create trigger album_genres_renamed after update of sort_title on albums when new.sort_title <> old.sort_title begin ${renamed} end`,
]

const postgresTriggers = [
  ...Object.entries({ added, removed, moved, renamed }).map(
    ([
      change,
      statements,
    ]) => `create function album_genres_${change}() returns trigger language plpgsql as $$ begin
      ${statements}
      return null;
    end $$`,
  ),
  `create function album_genres_unlinked() returns trigger language plpgsql as $$ begin ${unlinked} return old; end $$`,
  // Tables in the order in which a counted play locks them.
  `create trigger album_genres_unlinked before delete on tracks for each row execute function album_genres_unlinked()`,
  `create trigger album_genres_moved after update of album_id on tracks for each row
    when (new.album_id <> old.album_id) execute function album_genres_moved()`,
  `create trigger album_genres_added after insert on track_genres for each row execute function album_genres_added()`,
  `create trigger album_genres_removed after delete on track_genres for each row execute function album_genres_removed()`,
  `create trigger album_genres_renamed after update of sort_title on albums for each row
    when (new.sort_title <> old.sort_title) execute function album_genres_renamed()`,
]

/** The albums of each genre in the order of their titles, with how many tracks of it each has. */
export const albumGenres: Migration = {
  name: '043-album-genres',
  sqlite: [tableWith('text', ' strict, without rowid'), ...sqliteTriggers, fillAlbumGenres, index],
  // Triggers first: creating them makes other processes, which may be older, wait with their changes.
  postgres: [tableWith('text collate "C"', ''), ...postgresTriggers, fillAlbumGenres, index],
}
