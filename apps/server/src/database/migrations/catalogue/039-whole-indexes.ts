import type { Migration } from '../../migration.ts'

/**
 * Indexes of all tracks in place of those of the available ones: SQLite took the latter for a short way to every query for available
 * tracks, and sorted a million of them instead of reading the index of their order.
 */
const indexes = [
  'drop index tracks_by_addition',
  'drop index tracks_by_available_album',
  'drop index tracks_by_id',
  'create index tracks_by_addition on tracks (added_at, id, available)',
  'create index tracks_by_available_album on tracks (album_id, available)',
  'create index tracks_by_id on tracks (id, available)',
  // The order of albums by artist.
  'create index albums_by_artist_and_title on albums (artist_id, sort_title, id)',
]

export const wholeIndexes: Migration = {
  name: '039-whole-indexes',
  sqlite: indexes,
  postgres: indexes,
}
