import type { Migration } from '../../migration.ts'

const statements = (instant: 'integer' | 'bigint', options: string) => [
  `alter table users add column email_verified_at ${instant}`,
  // The provider vouches for the addresses of its accounts.
  'update users set email_verified_at = created_at where google_sub is not null',
  `create table email_links (
    token_hash text primary key, user_id text not null references users (id) on delete cascade,
    purpose text not null, email text not null, created_at ${instant} not null, expires_at ${instant} not null
  ) ${options}`,
  'create index email_links_by_user on email_links (user_id)',
  'create index email_links_by_expiry on email_links (expires_at)',
]

/** Which email addresses are verified, and links that verify one or reset a password. */
export const verifiedAddresses: Migration = {
  name: '029-verified-addresses',
  sqlite: statements('integer', 'strict'),
  postgres: statements('bigint', ''),
}
