import type { Migration } from '../../migration.ts'

const statements = (instant: 'integer' | 'bigint', options: string) => [
  `create table import_runs (
    id text primary key, started_at ${instant} not null, reading_at ${instant}, ended_at ${instant},
    folders text not null, failed integer not null default 0, problem text not null default '',
    added integer not null default 0, changed integer not null default 0, unchanged integer not null default 0,
    moved integer not null default 0, unavailable integer not null default 0,
    forgotten integer not null default 0, skipped integer not null default 0
  ) ${options}`,
  'create index import_runs_by_start on import_runs (started_at, id)',
  `create table import_problems (
    position integer primary key, path text not null, reason text not null
  ) ${options}`,
  `create table jobs (
    name text primary key, paused integer not null default 0, started_at ${instant}, ended_at ${instant},
    failed integer not null default 0, problem text not null default ''
  ) ${options}`,
  // What administrators list: few of many.
  'create index missing_tracks on tracks (sort_title, id) where available = 0',
  "create index albums_without_cover on albums (sort_title, id) where profile_path = ''",
  "create index artists_without_picture on artists (sort_name, id) where profile_path = '' and cover_album = ''",
]

/** The last imports, the files that the last one skipped, what the collection lacks, and jobs that can be paused. */
export const importsAndJobs: Migration = {
  name: '021-imports-and-jobs',
  sqlite: statements('integer', 'strict'),
  postgres: statements('bigint', ''),
}
