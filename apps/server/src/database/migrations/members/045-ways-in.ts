import type { Migration } from '../../migration.ts'

const statements = [
  // Without a reference: a session that ends does not take the link with it.
  'alter table email_links add column session text',
  `alter table sign_in_addresses add column network_hash text not null default ''`,
  'create index passkey_challenges_by_holder on passkey_challenges (holder)',
]

/** The session that asked for a link, and networks from which accounts were signed in to. */
export const waysIn: Migration = {
  name: '045-ways-in',
  sqlite: statements,
  postgres: statements,
}
