import type { Migration } from '../../migration.ts'

const TABLES = { playlist_tracks: 'tracks', forgotten_places: 'forgotten_tracks' } as const
const entries = Object.entries(TABLES)

const byPosition =
  'create index playlist_tracks_by_position on playlist_tracks (playlist_id, position, track_id, copy)'

/** What depends on the tables, to create again where they are replaced. */
const indexes = [
  byPosition,
  'create index playlist_tracks_by_track on playlist_tracks (track_id)',
  'create index forgotten_places_by_track on forgotten_places (track_id)',
]

const columns = (instant: 'integer' | 'bigint') => [
  `alter table playlists add column comment text not null default ''`,
  `alter table playlists add column changed_at ${instant} not null default 0`,
  // The latest change that is known.
  `update playlists set changed_at = coalesce((
    select max(added_at) from playlist_tracks where playlist_id = playlists.id and added_at > playlists.created_at
  ), created_at)`,
]

/** SQLite cannot change a primary key. */
const replaced = entries.flatMap(([table, tracks]) => [
  `create table replaced_${table} (
    playlist_id text not null references playlists (id) on delete cascade,
    track_id text not null references ${tracks} (id) on delete cascade,
    position integer not null, added_at integer not null, copy integer not null default 0,
    primary key (playlist_id, track_id, copy)
  ) strict`,
  `insert into replaced_${table} (playlist_id, track_id, position, added_at)
    select playlist_id, track_id, position, added_at from ${table}`,
  `drop table ${table}`,
  `alter table replaced_${table} rename to ${table}`,
])

const altered = [
  ...entries.flatMap(([table]) => [
    `alter table ${table} add column copy integer not null default 0`,
    `alter table ${table} drop constraint ${table}_pkey`,
    `alter table ${table} add primary key (playlist_id, track_id, copy)`,
  ]),
  'drop index playlist_tracks_by_position',
  byPosition,
]

/** A playlist may hold a track several times: copies are numbered. Playlists have comments and the time of their last change. */
export const repeatedTracks: Migration = {
  name: '033-repeated-tracks',
  sqlite: [...columns('integer'), ...replaced, ...indexes],
  postgres: [...columns('bigint'), ...altered],
}
