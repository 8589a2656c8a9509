import type { Migration } from '../../migration.ts'

const statements = (long: string) => [
  `alter table tracks add column first_sample ${long}`,
  ...['isrc', 'comment', 'moods', 'explicit'].map(
    name => `alter table tracks add column ${name} text not null default ''`,
  ),
  'alter table tracks add column bpm integer not null default 0',
]

/** Tracks that are a part of a file, as cue sheets say, and what tags say of tracks for apps. The next import finds them. */
export const cuts: Migration = {
  name: '056-cuts',
  sqlite: statements('integer'),
  postgres: statements('bigint'),
}
