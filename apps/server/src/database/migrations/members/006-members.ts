import type { Migration } from '../../migration.ts'

const indexes = [
  'create index follows_by_artist on follows (artist_id)',
  'create index follows_by_time on follows (user_id, followed_at)',
  'create index interested_artists_by_artist on interested_artists (artist_id)',
  'create index interested_artists_by_time on interested_artists (user_id, heard_at)',
  'create index interested_genres_by_genre on interested_genres (genre_id)',
  'create index interested_genres_by_time on interested_genres (user_id, heard_at)',
  'create index played_tracks_by_track on played_tracks (track_id)',
  'create index playlists_by_user on playlists (user_id, created_at)',
  "create unique index liked_songs_by_user on playlists (user_id) where kind = 'liked'",
  'create index playlist_tracks_by_position on playlist_tracks (playlist_id, position, track_id)',
  'create index playlist_tracks_by_track on playlist_tracks (track_id)',
  'create index creation_keys_by_playlist on creation_keys (playlist_id)',
  'create index uploads_by_user on uploads (user_id)',
  'create index uploads_by_playlist on uploads (playlist_id)',
  'create index upload_targets_by_playlist on upload_targets (playlist_id)',
]

/** What belongs to a listener goes with them. */
const ofUser = 'user_id text not null references users (id) on delete cascade'

const tablesWith = (instant: 'integer' | 'bigint', end: string) => [
  `create table follows (
    ${ofUser}, artist_id text not null references artists (id) on delete cascade,
    followed_at ${instant} not null, primary key (user_id, artist_id)
  )${end}`,
  `create table interested_artists (
    ${ofUser}, artist_id text not null references artists (id) on delete cascade,
    heard_at ${instant} not null, primary key (user_id, artist_id)
  )${end}`,
  `create table interested_genres (
    ${ofUser}, genre_id text not null references genres (id) on delete cascade,
    heard_at ${instant} not null, primary key (user_id, genre_id)
  )${end}`,
  `create table played_tracks (
    ${ofUser}, track_id text not null references tracks (id) on delete cascade,
    primary key (user_id, track_id)
  )${end}`,
  `create table playlists (
    id text primary key, ${ofUser}, kind text not null, title text not null,
    profile_path text not null, color text not null, thumbhash text not null,
    version integer not null, created_at ${instant} not null
  )${end}`,
  `create table playlist_tracks (
    playlist_id text not null references playlists (id) on delete cascade,
    track_id text not null references tracks (id) on delete cascade,
    position ${instant} not null, added_at ${instant} not null, primary key (playlist_id, track_id)
  )${end}`,
  `create table creation_keys (
    ${ofUser}, key text not null, playlist_id text not null references playlists (id) on delete cascade,
    created_at ${instant} not null, primary key (user_id, key)
  )${end}`,
  `create table uploads (
    id text primary key, ${ofUser}, playlist_id text references playlists (id) on delete set null,
    bytes integer not null, color text not null, thumbhash text not null, kept_at ${instant} not null
  )${end}`,
  `create table upload_targets (
    token_hash text primary key references sessions (token_hash) on delete cascade,
    playlist_id text references playlists (id) on delete cascade, until ${instant} not null
  )${end}`,
  `create table service_keys (
    id text primary key, hash text not null unique, name text not null, created_at ${instant} not null
  )${end}`,
]

export const members: Migration = {
  name: '006-members',
  sqlite: [...tablesWith('integer', ' strict'), ...indexes],
  postgres: [...tablesWith('bigint', ''), ...indexes],
}
