import type { Migration } from '../../migration.ts'

const tableWith = (instant: 'integer' | 'bigint', end: string) => [
  `create table import_status (
    id integer primary key, run text not null, sample integer not null, done integer not null, total integer not null,
    folders text not null, problem text not null, removals integer not null, ended_at ${instant}
  )${end}`,
]

export const importStatus: Migration = {
  name: '012-import-status',
  sqlite: tableWith('integer', ' strict'),
  postgres: tableWith('bigint', ''),
}
