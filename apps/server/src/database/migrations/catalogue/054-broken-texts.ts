import type { Migration } from '../../migration.ts'

const statements = [
  'alter table albums add column has_broken_texts integer not null default 0',
  `alter table albums add column broken_texts text not null default ''`,
  // What administrators list: few of many, which planners guess of a flag, but not of texts.
  'create index albums_with_broken_texts on albums (sort_title, id) where has_broken_texts = 1',
]

/** Texts of albums that look broken, with how they read in other character sets. The next import finds them. */
export const brokenTexts: Migration = {
  name: '054-broken-texts',
  sqlite: statements,
  postgres: statements,
}
