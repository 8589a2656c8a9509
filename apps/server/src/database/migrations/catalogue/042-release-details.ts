import type { Migration } from '../../migration.ts'

const statements = [
  'alter table tracks add column bit_depth integer not null default 0',
  `alter table tracks add column disc_title text not null default ''`,
  `alter table albums add column original_date text not null default ''`,
  `alter table albums add column record_labels text not null default '[]'`,
  `alter table albums add column release_types text not null default '[]'`,
  // Files of earlier imports have version 0: the next import reads them again and finds the above.
  'alter table files add column read_version integer not null default 0',
]

/** What apps show of a release beyond its title and date. */
export const releaseDetails: Migration = {
  name: '042-release-details',
  sqlite: statements,
  postgres: statements,
}
