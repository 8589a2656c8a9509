import type { Migration } from '../migration.ts'

const statements = [
  'alter table users add column administrator integer not null default 0',
  'alter table users add column disabled_at bigint',
  'create index users_by_created on users (created_at, id)',
  `create table invitations (
    id text primary key, token_hash text not null unique, note text not null, created_at bigint not null,
    expires_at bigint not null, uses integer not null, used integer not null default 0
  )`,
  // Settings that administrators have changed.
  'create table live_settings (name text primary key, value text not null)',
  `create table audit_entries (
    id text primary key, at bigint not null, act text not null,
    actor_id text references users (id) on delete set null, service_key text,
    person_id text references users (id) on delete set null, detail text not null
  )`,
  'create index audit_entries_by_time on audit_entries (at, id)',
  'create index audit_entries_by_actor on audit_entries (actor_id)',
  'create index audit_entries_by_person on audit_entries (person_id)',
]

/** Administrators, invitations, settings that change while the service runs, and what administrators did. */
export const administrators: Migration = {
  name: '020-administrators',
  sqlite: statements,
  postgres: statements,
}
