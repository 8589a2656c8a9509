import type { Migration } from '../../migration.ts'

const indexes = [
  'create index counted_tracks_by_track on counted_tracks (track_id)',
  'create index counted_albums_by_album on counted_albums (album_id)',
]

/** One row for a listener and track or album, however often it is played. */
export const listening: Migration = {
  name: '004-listening',
  sqlite: [
    `create table counted_tracks (
      user_id text not null references users (id) on delete cascade,
      track_id text not null references tracks (id) on delete cascade,
      counted_at integer not null, primary key (user_id, track_id)
    ) strict, without rowid`,
    `create table counted_albums (
      user_id text not null references users (id) on delete cascade,
      album_id text not null references albums (id) on delete cascade,
      day integer not null, primary key (user_id, album_id)
    ) strict, without rowid`,
    ...indexes,
  ],
  postgres: [
    `create table counted_tracks (
      user_id text not null references users (id) on delete cascade,
      track_id text not null references tracks (id) on delete cascade,
      counted_at bigint not null, primary key (user_id, track_id)
    )`,
    `create table counted_albums (
      user_id text not null references users (id) on delete cascade,
      album_id text not null references albums (id) on delete cascade,
      day integer not null, primary key (user_id, album_id)
    )`,
    ...indexes,
  ],
}
