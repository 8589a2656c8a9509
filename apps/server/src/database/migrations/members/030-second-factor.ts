import type { Migration } from '../../migration.ts'

const statements = (instant: 'integer' | 'bigint', options: string) => [
  `create table totp_secrets (
    user_id text primary key references users (id) on delete cascade,
    pending text, sealed text, enabled_at ${instant}, last_step ${instant} not null default 0
  ) ${options}`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade, hash text not null,
    created_at ${instant} not null, primary key (user_id, hash)
  ) ${options}`,
]

/** Secrets of authenticator apps, encrypted, and hashes of recovery codes. */
export const secondFactor: Migration = {
  name: '030-second-factor',
  sqlite: statements('integer', 'strict'),
  postgres: statements('bigint', ''),
}
