import type { Migration } from '../../migration.ts'

const statements = (instant: 'integer' | 'bigint', options: string) => [
  `create table app_keys (
    id text primary key, user_id text not null references users (id) on delete cascade,
    kind text not null, name text not null, scope text not null,
    hash text unique, sealed text, sealed_with text,
    created_at ${instant} not null, last_used_at ${instant}, last_client text not null default ''
  ) ${options}`,
  'create index app_keys_by_user on app_keys (user_id, created_at desc, id)',
]

/** App passwords and API keys, with which apps call the service for a listener. */
export const appKeys: Migration = {
  name: '026-app-keys',
  sqlite: statements('integer', 'strict'),
  postgres: statements('bigint', ''),
}
