import type { Migration } from '../../migration.ts'

const statements = [
  'alter table albums add column named_by_folder integer not null default 0',
  // What administrators list: few of many.
  'create index albums_named_by_folder on albums (sort_title, id) where named_by_folder = 1',
]

/** Which albums have no title in their tags. The next import reads the files again and finds them. */
export const folderNames: Migration = {
  name: '053-folder-names',
  sqlite: statements,
  postgres: statements,
}
