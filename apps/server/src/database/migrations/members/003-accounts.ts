import type { Migration } from '../../migration.ts'

const indexes = [
  'create index sessions_by_user on sessions (user_id, last_used_at)',
  'create index sessions_by_use on sessions (last_used_at)',
  'create index sessions_by_start on sessions (created_at)',
  'create index sign_in_addresses_by_time on sign_in_addresses (last_at)',
]

export const accounts: Migration = {
  name: '003-accounts',
  sqlite: [
    `create table users (
      id text primary key, name text not null, email text not null, folded_email text not null unique,
      password_hash text, profile_path text not null, google_sub text unique, created_at integer not null
    ) strict`,
    `create table sessions (
      token_hash text primary key, user_id text not null references users (id) on delete cascade,
      created_at integer not null, last_used_at integer not null
    ) strict`,
    `create table sign_in_addresses (
      user_id text not null references users (id) on delete cascade, address_hash text not null,
      last_at integer not null, primary key (user_id, address_hash)
    ) strict`,
    ...indexes,
  ],
  postgres: [
    `create table users (
      id text primary key, name text not null, email text not null, folded_email text collate "C" not null unique,
      password_hash text, profile_path text not null, google_sub text unique, created_at bigint not null
    )`,
    `create table sessions (
      token_hash text primary key, user_id text not null references users (id) on delete cascade,
      created_at bigint not null, last_used_at bigint not null
    )`,
    `create table sign_in_addresses (
      user_id text not null references users (id) on delete cascade, address_hash text not null,
      last_at bigint not null, primary key (user_id, address_hash)
    )`,
    ...indexes,
  ],
}
