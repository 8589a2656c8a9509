import type { Migration } from '../../migration.ts'

const statements = (long: string) => [
  `alter table tracks add column first_sample ${long}`,
  `alter table tracks add column isrc text not null default ''`,
]

/** Tracks that are a part of a file, as cue sheets say, and recording codes. The next import finds them. */
export const cuts: Migration = {
  name: '056-cuts',
  sqlite: statements('integer'),
  postgres: statements('bigint'),
}
