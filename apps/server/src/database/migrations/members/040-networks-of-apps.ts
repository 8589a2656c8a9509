import type { Migration } from '../../migration.ts'

const statements = [`alter table app_keys add column last_network text not null default ''`]

/** From where apps were last used. */
export const networksOfApps: Migration = {
  name: '040-networks-of-apps',
  sqlite: statements,
  postgres: statements,
}
