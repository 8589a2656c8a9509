import type { Migration } from '../../migration.ts'

/** Orders in which apps list the whole catalogue, page by page. */
const indexes = [
  // The order of a sync never changes: what is new comes last.
  'create index tracks_by_addition on tracks (added_at, id) where available = 1',
  'create index albums_by_addition on albums (created_at, id)',
  'create index artists_by_addition on artists (created_at, id)',
  'create index albums_by_release on albums (released_at, id)',
  // Whether an album has anything to play.
  'create index tracks_by_available_album on tracks (album_id) where available = 1',
  // Where a random choice begins.
  'create index tracks_by_id on tracks (id) where available = 1',
]

export const listings: Migration = {
  name: '027-listings',
  sqlite: indexes,
  postgres: indexes,
}
