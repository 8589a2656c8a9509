import type { Migration } from '../../migration.ts'

const indexes = [
  'create index devices_by_user on devices (user_id, seen_at)',
  'create index devices_by_session on devices (session)',
  'create index devices_by_use on devices (seen_at) where user_id is null',
  'create index events_waiting on events (created_at) where fanned_out_at is null',
  // In the order in which they are taken.
  'create index deliveries_waiting on deliveries (channel, needs_permission, not_before, id) where sent_at is null',
  'create index deliveries_claimed on deliveries (channel, claimed_until) where sent_at is null and claimed_until is not null',
  'create index deliveries_unanswered on deliveries (channel, not_before) where sent_at is null and unanswered = 1',
  'create index deliveries_expiring on deliveries (expires_at) where sent_at is null',
  'create index deliveries_sent on deliveries (sent_at) where sent_at is not null',
  'create index deliveries_by_recipient on deliveries (recipient, channel)',
  // What was imported before counts as taken in: its next albums are news.
  'insert into collection_roots (path, whole_at) select distinct root, 0 from files',
]

const tablesWith = (instant: 'integer' | 'bigint', end: string) => [
  `create table notice_permissions (
    user_id text primary key references users (id) on delete cascade,
    from_artists integer not null, about_artists_and_music integer not null
  )${end}`,
  `create table devices (
    id text primary key, token_hash text not null unique, token text not null,
    user_id text references users (id) on delete cascade,
    session text references sessions (token_hash) on delete cascade,
    created_at ${instant} not null, seen_at ${instant} not null
  )${end}`,
  `create table events (
    id text primary key, kind text not null, subject_id text not null,
    created_at ${instant} not null, batch text, fanned_out_at ${instant}
  )${end}`,
  `create table deliveries (
    id text primary key, channel text not null, kind text not null, recipient text not null,
    needs_permission integer not null, body text not null, dedupe_key text not null unique,
    created_at ${instant} not null, not_before ${instant} not null, expires_at ${instant} not null,
    attempts integer not null, unanswered integer not null, claimed_until ${instant}, sent_at ${instant}
  )${end}`,
  `create table collection_roots (path text primary key, begun_at ${instant}, whole_at ${instant})${end}`,
]

export const notifications: Migration = {
  name: '007-notifications',
  sqlite: [...tablesWith('integer', ' strict'), ...indexes],
  postgres: [...tablesWith('bigint', ''), ...indexes],
}
