import type { Migration } from '../../migration.ts'

const statements = (instant: 'integer' | 'bigint', options: string) => [
  // One row. `music` is the folder that was chosen, '' for none.
  `create table set_up (
    id integer primary key, code_hash text, done_at ${instant},
    music text not null default '', sample integer not null default 1
  ) ${options}`,
  // An existing installation is never offered the set-up.
  `insert into set_up (id, done_at) select 1,
    case when exists (select 1 from users) or exists (select 1 from tracks) then 0 end`,
  // The last warnings and errors of all processes.
  `create table log_entries (
    id text primary key, at ${instant} not null, level text not null, message text not null,
    request_id text, process text not null
  ) ${options}`,
  'create index log_entries_by_time on log_entries (at, id)',
]

/** The set-up in the browser, and the log that administrators read. */
export const setUpAndLog: Migration = {
  name: '022-set-up-and-log',
  sqlite: statements('integer', 'strict'),
  postgres: statements('bigint', ''),
}
