import type { Migration } from '../../migration.ts'

const statements = [
  'create table watched_folders (path text primary key, watched bigint not null, reason text not null, next_walk_at bigint)',
]

/** How each folder of music is followed, as the process that watches says. */
export const watchedFolders: Migration = {
  name: '060-watched-folders',
  sqlite: statements,
  postgres: statements,
}
