import type { Migration } from '../../migration.ts'

const indexes = [
  'create index counted_plays_by_time on counted_plays (user_id, played_at)',
  'create index counted_plays_by_track on counted_plays (track_id)',
  'create index now_playing_by_track on now_playing (track_id)',
]

const tablesWith = (instant: 'integer' | 'bigint', real: string, end: string) => [
  `create table counted_plays (
    user_id text not null references users (id) on delete cascade,
    track_id text not null references tracks (id) on delete cascade,
    played_at ${instant} not null, reported integer not null, primary key (user_id, track_id, played_at)
  )${end}`,
  `create table now_playing (
    user_id text primary key references users (id) on delete cascade,
    track_id text not null references tracks (id) on delete cascade,
    state text not null, position_ms integer not null, playback_rate ${real} not null, client text not null,
    started_at ${instant} not null, reported_at ${instant} not null, counted integer not null
  )${end}`,
]

/** Plays of the last weeks, so that one that is reported afterwards counts once; and what each listener plays now. */
export const reportedPlays: Migration = {
  name: '034-reported-plays',
  sqlite: [...tablesWith('integer', 'real', ' strict'), ...indexes],
  postgres: [...tablesWith('bigint', 'double precision', ''), ...indexes],
}
