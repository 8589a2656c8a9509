import type { Migration } from '../../migration.ts'

const indexes = [
  'create index deleted_playlists_by_user on deleted_playlists (user_id, deleted_at)',
  'create index deleted_playlists_by_time on deleted_playlists (deleted_at)',
]

const tablesWith = (instant: 'integer' | 'bigint', end: string) => [
  `create table deleted_playlists (
    id text primary key, user_id text not null references users (id) on delete cascade, kind text not null,
    title text not null, comment text not null, profile_path text not null, color text not null,
    thumbhash text not null, version integer not null, created_at ${instant} not null, origin text,
    entries integer not null, deleted_at ${instant} not null
  )${end}`,
  // Without a reference to the track, which may be forgotten, and return.
  `create table deleted_playlist_tracks (
    playlist_id text not null references deleted_playlists (id) on delete cascade, track_id text not null,
    position ${instant} not null, added_at ${instant} not null, copy integer not null,
    primary key (playlist_id, track_id, copy)
  )${end}`,
]

/** Deleted playlists and likes, which their listener can restore for a day. */
export const deletedPlaylists: Migration = {
  name: '048-deleted-playlists',
  sqlite: [...tablesWith('integer', ' strict'), ...indexes],
  postgres: [...tablesWith('bigint', ''), ...indexes],
}
