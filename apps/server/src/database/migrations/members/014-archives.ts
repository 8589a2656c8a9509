import type { Migration } from '../../migration.ts'

const statements = [
  // An import of an archive finds the playlist again that it created before.
  'alter table playlists add column origin text',
  // Untagged music has no entries. Queries must name the condition.
  `create index tracks_by_mbid on tracks (mbid) where mbid <> ''`,
  `create index albums_by_mbid on albums (mbid) where mbid <> ''`,
  `create index artists_by_mbid on artists (mbid) where mbid <> ''`,
]

/** Archives of other instances are found by MusicBrainz ids, and imported once. */
export const archives: Migration = {
  name: '014-archives',
  sqlite: statements,
  postgres: statements,
}
