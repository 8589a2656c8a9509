import type { Migration } from '../../migration.ts'

const statements = (integer: 'integer' | 'bigint', options: string) => [
  `create table passkeys (
    id text primary key, user_id text not null references users (id) on delete cascade,
    rp_id text not null, credential_id text not null unique, public_key text not null,
    counter ${integer} not null, transports text not null, synced ${integer} not null, backed_up ${integer} not null,
    name text not null, created_at ${integer} not null, last_used_at ${integer}
  ) ${options}`,
  'create index passkeys_of_user on passkeys (user_id, created_at, id)',
  `create table passkey_challenges (
    challenge_hash text primary key, holder text not null, purpose text not null, new_user_id text,
    expires_at ${integer} not null
  ) ${options}`,
  'create index passkey_challenges_by_expiry on passkey_challenges (expires_at)',
]

/** Passkeys, and the challenges that wait for an answer. */
export const passkeys: Migration = {
  name: '037-passkeys',
  sqlite: statements('integer', 'strict'),
  postgres: statements('bigint', ''),
}
