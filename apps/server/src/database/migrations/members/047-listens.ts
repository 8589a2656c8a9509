import type { Migration } from '../../migration.ts'

const tablesWith = (instant: 'integer' | 'bigint', end: string, clustered: string) => [
  // Numbers instead of ids: ids would be two thirds of a listen.
  `create table listen_users (
    number integer primary key, user_id text not null unique references users (id) on delete cascade,
    listens integer not null, deleted_at ${instant} not null
  )${end}`,
  // Without a reference to the track, which may be forgotten.
  `create table listen_tracks (
    number integer primary key, track_id text not null unique, audio_id text not null default '',
    mbid text not null default '', title text not null default '', artist_name text not null default '',
    album_title text not null default '', album_mbid text not null default '', duration_ms integer not null default 0
  )${end}`,
  `create table listen_clients (
    listener integer not null references listen_users (number) on delete cascade, number integer not null,
    name text not null, primary key (listener, number)
  )${end}`,
  // The longest first: PostgreSQL pads columns.
  `create table counted_plays (
    played_at ${instant} not null, listener integer not null references listen_users (number) on delete cascade,
    track integer not null, client integer, seconds_heard integer, reported integer not null,
    primary key (listener, played_at)
  )${clustered}`,
]

/** Plays of the last 60 days become the first listens. Of two at the same moment, the second moves by a millisecond. */
const before = ['create table moved_plays as select * from counted_plays', 'drop table counted_plays']
const after = [
  `insert into listen_users (number, user_id, listens, deleted_at)
   select row_number() over (order by user_id), user_id, 0, 0 from (select distinct user_id from moved_plays) as users`,
  `insert into listen_tracks (number, track_id)
   select row_number() over (order by track_id), track_id from (select distinct track_id from moved_plays) as tracks`,
  `insert into counted_plays (listener, played_at, track, reported)
   select u.number, p.played_at + row_number() over (partition by p.user_id, p.played_at order by p.track_id) - 1,
     t.number, p.reported
   from moved_plays as p join listen_users as u on u.user_id = p.user_id
     join listen_tracks as t on t.track_id = p.track_id
   where true on conflict do nothing`,
  `update listen_users set listens =
     (select count(*) from counted_plays where counted_plays.listener = listen_users.number)`,
  'drop table moved_plays',
]

/** Counted plays stay, and survive their tracks. */
export const listens: Migration = {
  name: '047-listens',
  sqlite: [...before, ...tablesWith('integer', ' strict', ' strict, without rowid'), ...after],
  postgres: [...before, ...tablesWith('bigint', '', ''), ...after],
}
