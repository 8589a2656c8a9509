import type { Migration } from '../../migration.ts'

/** Who was here within the last minutes, by hashes: several processes add up their listeners. The embedded database has one. */
export const presence: Migration = {
  name: '041-presence',
  sqlite: [],
  // Unlogged: empty after a crash, and writes cost no flush.
  postgres: [
    `create unlogged table presence (
      key text primary key, seen_at timestamptz not null, streamed_at timestamptz
    ) with (fillfactor = 50)`,
  ],
}
