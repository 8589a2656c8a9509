import type { Migration } from '../../migration.ts'

const tablesWith = (instant: 'integer' | 'bigint', text: string, end: string) => [
  `create table collection_playlists (
    id text primary key, path ${text} not null unique, root ${text} not null, size ${instant} not null,
    mtime_ms ${instant} not null, state text not null, problem text not null, missing integer not null,
    removed integer not null, title text not null, lines integer not null, matched integer not null,
    owner_id text references users (id) on delete set null, version integer not null,
    created_at ${instant} not null, changed_at ${instant} not null
  )${end}`,
  `create table collection_playlist_tracks (
    playlist_id text not null references collection_playlists (id) on delete cascade, position integer not null,
    track_id text not null references tracks (id) on delete cascade, primary key (playlist_id, position)
  )${end}`,
  'create index collection_playlists_by_owner on collection_playlists (owner_id) where owner_id is not null',
  "create index shown_collection_playlists on collection_playlists (id) where state = 'playlist'",
  "create index listed_collection_playlists on collection_playlists (path) where state <> 'album'",
  "create index collection_playlists_of_albums on collection_playlists (id) where state = 'album'",
  'create index collection_playlist_tracks_by_track on collection_playlist_tracks (track_id)',
]

/** Playlist files of the collection, and the tracks that they name. */
export const collectionPlaylists: Migration = {
  name: '059-collection-playlists',
  sqlite: tablesWith('integer', 'text', ' strict'),
  postgres: tablesWith('bigint', 'text collate "C"', ''),
}
