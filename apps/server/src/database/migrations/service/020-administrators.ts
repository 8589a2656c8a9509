import { foldName } from '@refrain/contract/fold-name'
import type { Migration } from '../../migration.ts'

const statements = (instant: 'integer' | 'bigint', options: string) => [
  `alter table users add column folded_name text not null default ''`,
  `alter table service_keys add column scope text not null default 'send'`,
  'alter table users add column administrator integer not null default 0',
  `alter table users add column disabled_at ${instant}`,
  'create index users_by_created on users (created_at, id)',
  `create table invitations (
    id text primary key, token_hash text not null unique, note text not null, created_at ${instant} not null,
    expires_at ${instant} not null, uses integer not null, used integer not null default 0
  ) ${options}`,
  // Settings that administrators have changed.
  `create table live_settings (name text primary key, value text not null) ${options}`,
  `create table audit_entries (
    id text primary key, at ${instant} not null, action text not null,
    actor_id text references users (id) on delete set null, service_key text,
    person_id text references users (id) on delete set null, detail text not null
  ) ${options}`,
  'create index audit_entries_by_time on audit_entries (at, id)',
  'create index audit_entries_by_actor on audit_entries (actor_id)',
  'create index audit_entries_by_person on audit_entries (person_id)',
]

/** Administrators, invitations, settings that change while the service runs, and what administrators did. */
export const administrators: Migration = {
  name: '020-administrators',
  sqlite: statements('integer', 'strict'),
  postgres: statements('bigint', ''),
  async fill(tx) {
    for (const { id, name } of await tx.selectFrom('users').select(['id', 'name']).execute()) {
      await tx
        .updateTable('users')
        .set({ folded_name: foldName(name) })
        .where('id', '=', id)
        .execute()
    }
  },
}
