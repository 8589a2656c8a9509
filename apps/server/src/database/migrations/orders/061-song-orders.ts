import type { Migration } from '../../migration.ts'

/** Release of an album as a number, `20240503`; 0 if no tag says. Decades are its hundred-thousands. */
const releasedOf = (album: string) => `case when ${album}.release_date <> '' or ${album}.original_date <> ''
  then cast(replace(substr(${album}.released_at, 1, 10), '-', '') as integer) else 0 end`
const lengthOf = (track: string) =>
  `case when ${track}.sample_rate > 0 then ${track}.true_samples * 1000 / ${track}.sample_rate else 0 end`
const releasedOfAlbum = (track: string) => `(select released from albums where id = ${track}.album_id)`

const columnsWith = (instant: string) => [
  'alter table albums add column released integer not null default 0',
  // Null until the trigger has run: indexes leave such rows out, so that each gets its entries once.
  'alter table tracks add column released integer',
  `alter table tracks add column length_ms ${instant} not null default 0`,
  `alter table track_genres add column track_added ${instant}`,
  'alter table track_genres add column track_released integer not null default 0',
  `alter table track_genres add column track_length ${instant} not null default 0`,
]

/** What the triggers maintain, for the rows that exist. */
export const fillSongOrders: readonly string[] = [
  `update albums set released = ${releasedOf('albums')}`,
  `update tracks set released = ${releasedOfAlbum('tracks')}, length_ms = ${lengthOf('tracks')}`,
  `update track_genres set track_added = tracks.added_at, track_released = tracks.released,
    track_length = tracks.length_ms from tracks where tracks.id = track_genres.track_id`,
]

/** An index for each order of all songs, of those of a decade, of a format and of a genre; some are there already. */
const DECADE = '(released / 100000)'
const LISTED = 'where available = 1 and released is not null'
const KEYS = {
  title: 'sort_title',
  addition: 'added_at',
  release: 'released',
  plays: 'play_count',
  length: 'length_ms',
}
const GENRE_KEYS = {
  title: 'track_title',
  addition: 'track_added',
  release: 'track_released',
  play_count: 'track_plays',
  length: 'track_length',
}
const entries = Object.entries
const indexes = [
  ...entries(KEYS)
    .filter(([name]) => name !== 'title' && name !== 'addition')
    .map(([name, key]) => `create index tracks_by_${name} on tracks (${key}, id) ${LISTED}`),
  // Those of a decade by release are a part of all.
  ...entries({ ...KEYS, id: '' })
    .filter(([name]) => name !== 'release')
    .map(
      ([name, key]) =>
        `create index decade_tracks_by_${name} on tracks (${[DECADE, key, 'id'].filter(Boolean).join(', ')}) ${LISTED}`,
    ),
  ...entries({ ...KEYS, id: '' }).map(
    ([name, key]) =>
      `create index codec_tracks_by_${name} on tracks (${['codec', key, 'id'].filter(Boolean).join(', ')}) ${LISTED}`,
  ),
  ...entries(GENRE_KEYS).map(
    ([name, key]) =>
      `create index genre_tracks_by_${name} on track_genres (genre_id, ${key}, track_id) where track_added is not null`,
  ),
  'create index counted_tracks_by_time on counted_tracks (user_id, counted_at, track_id)',
]

const listTrack = `update tracks set released = ${releasedOfAlbum('new')}, length_ms = ${lengthOf('new')} where id = new.id;`
const listLinks = `update track_genres set track_added = new.added_at, track_released = new.released,
  track_length = new.length_ms where track_id = new.id;`
const differs = (columns: readonly string[], operator: string) =>
  columns.map(column => `new.${column} ${operator} old.${column}`).join(' or ')
const LINKED = ['added_at', 'released', 'length_ms']
const MEASURED = ['album_id', 'true_samples', 'sample_rate']

const sqliteTriggers = [
  `create trigger albums_released after insert on albums begin
    update albums set released = ${releasedOf('new')} where id = new.id;
  end`,
  `create trigger albums_released_again after update of released_at, release_date, original_date on albums begin
    update albums set released = ${releasedOf('new')} where id = new.id and released <> ${releasedOf('new')};
  end`,
  `create trigger tracks_released_again after update of released on albums when new.released <> old.released begin
    update tracks set released = new.released where album_id = new.id;
  end`,
  `create trigger tracks_listed after insert on tracks begin ${listTrack} end`,
  `create trigger tracks_listed_again after update of ${MEASURED.join(', ')} on tracks
    when ${differs(MEASURED, '<>')} begin ${listTrack} end`,
  `create trigger genre_tracks_listed after insert on track_genres begin
    update track_genres set (track_added, track_released, track_length) =
      (select added_at, coalesce(released, 0), length_ms from tracks where id = new.track_id)
    where track_id = new.track_id and genre_id = new.genre_id;
  end`,
  `create trigger genre_tracks_listed_again after update of ${LINKED.join(', ')} on tracks
    when ${differs(LINKED, 'is not')} begin ${listLinks} end`,
]

const call = (name: string, body: string, result: 'new' | 'null') =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return ${result}; end $$`

const postgresTriggers = [
  call('release_album', `new.released := ${releasedOf('new')};`, 'new'),
  call('release_tracks', 'update tracks set released = new.released where album_id = new.id;', 'null'),
  call(
    'list_track',
    `new.released := coalesce(${releasedOfAlbum('new')}, 0); new.length_ms := ${lengthOf('new')};`,
    'new',
  ),
  call(
    'list_genre_track',
    `select added_at, released, length_ms into new.track_added, new.track_released, new.track_length
      from tracks where id = new.track_id;`,
    'new',
  ),
  call('list_genre_tracks', listLinks, 'null'),
  `create trigger albums_released before insert or update of released_at, release_date, original_date on albums
    for each row execute function release_album()`,
  `create trigger tracks_listed before insert or update of ${MEASURED.join(', ')} on tracks
    for each row execute function list_track()`,
  `create trigger genre_tracks_listed before insert on track_genres for each row execute function list_genre_track()`,
]

/** After the rows are filled, for each of which they would run. */
const laterTriggers = [
  // Not "of released": a column that another trigger sets does not count.
  `create trigger tracks_released_again after update on albums for each row
    when (new.released <> old.released) execute function release_tracks()`,
  `create trigger genre_tracks_listed_again after update on tracks for each row
    when (${differs(LINKED, 'is distinct from')}) execute function list_genre_tracks()`,
]

/** What songs are listed by, alone and within a genre, a decade or a format. */
export const songOrders: Migration = {
  name: '061-song-orders',
  sqlite: [...columnsWith('integer'), ...fillSongOrders, ...sqliteTriggers, ...indexes],
  // Triggers first: creating them makes other processes, which may be older, wait with their changes.
  postgres: [...columnsWith('bigint'), ...postgresTriggers, ...fillSongOrders, ...laterTriggers, ...indexes],
}
