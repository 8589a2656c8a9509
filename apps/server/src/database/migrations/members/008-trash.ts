import type { Migration } from '../../migration.ts'

const indexes = [
  'create index forgotten_tracks_by_sound on forgotten_tracks (audio_id)',
  'create index forgotten_tracks_by_time on forgotten_tracks (forgotten_at)',
  'create index forgotten_places_by_track on forgotten_places (track_id)',
]

const tablesWith = (instant: 'integer' | 'bigint', end: string) => [
  `create table collection_mounts (
    path text primary key, file_system text not null, away integer not null
  )${end}`,
  `create table forgotten_tracks (
    id text primary key, audio_id text not null, forgotten_at ${instant} not null
  )${end}`,
  `create table forgotten_places (
    playlist_id text not null references playlists (id) on delete cascade,
    track_id text not null references forgotten_tracks (id) on delete cascade,
    position ${instant} not null, added_at ${instant} not null, primary key (playlist_id, track_id)
  )${end}`,
]

/** Where disks are mounted, and what listeners get back when a forgotten track is found again. */
export const trash: Migration = {
  name: '008-trash',
  sqlite: [...tablesWith('integer', ' strict'), ...indexes],
  postgres: [...tablesWith('bigint', ''), ...indexes],
}
