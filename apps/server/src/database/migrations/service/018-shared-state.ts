import type { Migration } from '../../migration.ts'

/** The keys of signed links and of push, the same for every process. */
const secrets = 'create table secrets (name text primary key, value text not null)'

export const sharedState: Migration = {
  name: '018-shared-state',
  sqlite: [secrets],
  postgres: [
    secrets,
    // Counts of rate limits, for the length of their window. Unlogged: empty after a crash, and writes cost no flush.
    `create unlogged table rate_counts (
      key text primary key, count integer not null, until timestamptz not null
    ) with (fillfactor = 50)`,
  ],
}
