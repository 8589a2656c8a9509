import type { Migration } from '../../migration.ts'

const statements = [
  `alter table track_artists add column sort_name text not null default ''`,
  `alter table albums add column artist_sort_name text not null default ''`,
]

/** By what tags sort an artist, on each track and album: the most frequent one counts. */
export const sortNames: Migration = {
  name: '052-sort-names',
  sqlite: statements,
  postgres: statements,
}
