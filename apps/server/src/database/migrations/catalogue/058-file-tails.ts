import type { Migration } from '../../migration.ts'

const statements = (text: string) => [
  `alter table files add column tail ${text} not null default ''`,
  // Files without a track are no match.
  'create index files_by_tail on files (tail) where track_id is not null',
]

/** By what entries of playlists find files. The next import reads the files again and fills it. */
export const fileTails: Migration = {
  name: '058-file-tails',
  sqlite: statements('text'),
  postgres: statements('text collate "C"'),
}
