import type { Migration } from '../../migration.ts'

const statements = [
  'alter table tracks add column bpm integer not null default 0',
  ...['comment', 'moods', 'explicit'].map(
    name => `alter table tracks add column ${name} text not null default ''`,
  ),
]

/** What tags say of tracks for apps. The next import finds it. */
export const remarks: Migration = { name: '059-remarks', sqlite: statements, postgres: statements }
