import type { Migration } from '../../migration.ts'

const statements = [`alter table track_artists add column name text not null default ''`]

/** How each track spells its artists' names: the most frequent spelling is shown. */
export const spellings: Migration = {
  name: '050-spellings',
  sqlite: statements,
  postgres: statements,
}
