import type { Migration } from '../../migration.ts'

const RATED = { track: 'tracks', album: 'albums', artist: 'artists' } as const

const ofUser = 'user_id text not null references users (id) on delete cascade'

const tablesWith = (instant: 'integer' | 'bigint', end: string) => [
  // Track ids as one text: the queue is always read and replaced as a whole.
  `create table play_queues (
    user_id text primary key references users (id) on delete cascade,
    track_ids text not null, current_index integer, position_ms integer not null,
    changed_by text not null, changed_at ${instant} not null, version integer not null
  )${end}`,
  `create table bookmarks (
    ${ofUser}, track_id text not null references tracks (id) on delete cascade,
    position_ms integer not null, comment text not null,
    created_at ${instant} not null, changed_at ${instant} not null, primary key (user_id, track_id)
  )${end}`,
  'create index bookmarks_by_track on bookmarks (track_id)',
  ...Object.entries(RATED).flatMap(([kind, records]) => [
    `create table ${kind}_ratings (
      ${ofUser}, ${kind}_id text not null references ${records} (id) on delete cascade,
      rating integer not null, rated_at ${instant} not null, primary key (user_id, ${kind}_id)
    )${end}`,
    `create index ${kind}_ratings_by_${kind} on ${kind}_ratings (${kind}_id)`,
  ]),
]

/** The queue that a listener's clients share, bookmarks and ratings. */
export const queueAndRatings: Migration = {
  name: '035-queue-and-ratings',
  sqlite: tablesWith('integer', ' strict'),
  postgres: tablesWith('bigint', ''),
}
