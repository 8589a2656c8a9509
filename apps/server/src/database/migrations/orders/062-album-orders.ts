import type { Migration } from '../../migration.ts'

/** Columns of an album that the tables of its genres and formats repeat, so that an index holds each order. */
const REPEATED = {
  album_title: 'sort_title',
  album_added: 'created_at',
  album_released: 'released',
  album_plays: 'play_count',
  album_length: 'length_ms',
}
const KEYS = Object.keys(REPEATED)
const COLUMNS = Object.values(REPEATED)

const tablesWith = (text: string, instant: string, end: string) => [
  `alter table albums add column length_ms ${instant} not null default 0`,
  `alter table album_genres add column album_added ${instant} not null default 0`,
  'alter table album_genres add column album_released integer not null default 0',
  'alter table album_genres add column album_plays integer not null default 0',
  `alter table album_genres add column album_length ${instant} not null default 0`,
  `create table album_formats (
    album_id text not null references albums (id) on delete cascade, codec ${text} not null, tracks integer not null,
    album_title ${text} not null, album_added ${instant} not null, album_released integer not null,
    album_plays integer not null, album_length ${instant} not null, primary key (album_id, codec)
  )${end}`,
]

const repeat = (table: string) =>
  `update ${table} set ${Object.entries(REPEATED)
    .map(([key, column]) => `${key} = albums.${column}`)
    .join(', ')} from albums where albums.id = ${table}.album_id`

/** What the triggers maintain, for the rows that exist. */
export const fillAlbumOrders: readonly string[] = [
  'update albums set length_ms = coalesce((select sum(length_ms) from tracks where album_id = albums.id), 0)',
  `insert into album_formats (album_id, codec, tracks, ${KEYS.join(', ')})
    select albums.id, formats.codec, formats.tracks, ${COLUMNS.map(column => `albums.${column}`).join(', ')}
    from (select album_id, codec, count(*) as tracks from tracks group by album_id, codec) as formats
      join albums on albums.id = formats.album_id`,
  repeat('album_genres'),
]

const DECADE = '(released / 100000)'
const ALBUM_KEYS = {
  title: 'sort_title',
  addition: 'created_at',
  play_count: 'play_count',
  length: 'length_ms',
}
const LINK_KEYS = {
  title: 'title',
  addition: 'added',
  release: 'released',
  play_count: 'plays',
  length: 'length',
}
const indexes = [
  'create index albums_by_play_count on albums (play_count, id)',
  'create index albums_by_length on albums (length_ms, id)',
  'create index albums_by_released on albums (released, id)',
  // Those of a decade by release are a part of all.
  ...Object.entries(ALBUM_KEYS).map(
    ([name, key]) => `create index decade_albums_by_${name} on albums (${DECADE}, ${key}, id)`,
  ),
  `create index decade_albums_by_id on albums (${DECADE}, id)`,
  ...Object.entries(LINK_KEYS).flatMap(([name, key]) => [
    ...(name === 'title'
      ? []
      : [`create index genre_albums_by_${name} on album_genres (genre_id, album_${key}, album_id)`]),
    `create index codec_albums_by_${name} on album_formats (codec, album_${key}, album_id)`,
  ]),
  'create index genre_albums_by_id on album_genres (genre_id, album_id)',
  'create index codec_albums_by_id on album_formats (codec, album_id)',
  // Of an expression: as an index of the column, PostgreSQL would take it for "most followers, then name", and sort all that have none.
  'create index artists_by_follower_count on artists ((followers + 0), id)',
]

const addFormat = (track: string) => `
  insert into album_formats (album_id, codec, tracks, ${KEYS.join(', ')})
  select id, ${track}.codec, 1, ${COLUMNS.join(', ')} from albums where id = ${track}.album_id
  on conflict (album_id, codec) do update set tracks = album_formats.tracks + 1;`
const removeFormat = `
  update album_formats set tracks = tracks - 1 where album_id = old.album_id and codec = old.codec;
  delete from album_formats where album_id = old.album_id and codec = old.codec and tracks = 0;`
const addLength = 'update albums set length_ms = length_ms + new.length_ms where id = new.album_id;'
const removeLength = 'update albums set length_ms = length_ms - old.length_ms where id = old.album_id;'
/** A trigger for each column: a change of one leaves the index entries of the others as they are. */
const repeats = Object.entries(REPEATED).map(([key, column]) => ({
  name: `${key}_repeated`,
  column,
  body: ['album_genres', 'album_formats']
    .map(table => `update ${table} set ${key} = new.${column} where album_id = new.id;`)
    .join(' '),
}))
const differs = (columns: readonly string[]) =>
  columns.map(column => `new.${column} <> old.${column}`).join(' or ')

const sqliteTriggers = [
  `create trigger album_formats_added after insert on tracks begin ${addFormat('new')} end`,
  `create trigger album_formats_removed after delete on tracks begin ${removeFormat} ${removeLength} end`,
  `create trigger album_formats_moved after update of album_id, codec on tracks
    when ${differs(['album_id', 'codec'])} begin ${removeFormat} ${addFormat('new')} end`,
  // A new track gets its length by an update.
  `create trigger album_lengths_changed after update of album_id, length_ms on tracks
    when ${differs(['album_id', 'length_ms'])} begin ${removeLength} ${addLength} end`,
  `create trigger album_genres_ordered after insert on album_genres begin
    update album_genres set (${KEYS.join(', ')}) = (select ${COLUMNS.join(', ')} from albums where id = new.album_id)
    where album_id = new.album_id and genre_id = new.genre_id;
  end`,
  'drop trigger album_genres_renamed',
  ...repeats.map(
    ({ name, column, body }) => `create trigger ${name} after update of ${column} on albums
    when ${differs([column])} begin ${body} end`,
  ),
]

const postgresTriggers = [
  ...Object.entries({
    album_formats_added: `${addFormat('new')} ${addLength} return null;`,
    album_formats_removed: `${removeFormat} ${removeLength} return null;`,
    album_formats_moved: `${removeFormat} ${addFormat('new')} return null;`,
    album_lengths_changed: `${removeLength} ${addLength} return null;`,
    album_genres_ordered: `select ${COLUMNS.join(', ')} into ${KEYS.map(key => `new.${key}`).join(', ')}
      from albums where id = new.album_id; return new;`,
    ...Object.fromEntries(repeats.map(({ name, body }) => [name, `${body} return null;`])),
  }).map(
    ([name, body]) => `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
  ),
  'create trigger album_formats_added after insert on tracks for each row execute function album_formats_added()',
  'create trigger album_formats_removed after delete on tracks for each row execute function album_formats_removed()',
  `create trigger album_formats_moved after update of album_id, codec on tracks for each row
    when (${differs(['album_id', 'codec'])}) execute function album_formats_moved()`,
  // Not "of length_ms": a column that another trigger sets does not count.
  `create trigger album_lengths_changed after update on tracks for each row
    when (${differs(['album_id', 'length_ms'])}) execute function album_lengths_changed()`,
  'create trigger album_genres_ordered before insert on album_genres for each row execute function album_genres_ordered()',
]

/** After the rows are filled, for each of which it would run. */
const laterTriggers = [
  'drop trigger album_genres_renamed on albums',
  // Not "of" the column, as others are set by triggers.
  ...repeats.map(
    ({ name, column }) => `create trigger ${name} after update on albums for each row
    when (${differs([column])}) execute function ${name}()`,
  ),
]

/** What albums are listed by, alone and within a genre, a decade or a format. */
export const albumOrders: Migration = {
  name: '062-album-orders',
  sqlite: [
    ...tablesWith('text', 'integer', ' strict, without rowid'),
    ...fillAlbumOrders,
    ...sqliteTriggers,
    ...indexes,
  ],
  // Triggers first: creating them makes other processes, which may be older, wait with their changes.
  postgres: [
    ...tablesWith('text collate "C"', 'bigint', ''),
    ...postgresTriggers,
    ...fillAlbumOrders,
    ...laterTriggers,
    ...indexes,
  ],
}
