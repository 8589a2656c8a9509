import type { Migration } from '../../migration.ts'

const indexes = [
  'create index kept_albums_by_album on kept_albums (album_id)',
  'create index kept_albums_by_time on kept_albums (user_id, kept_at)',
]

const tableWith = (instant: 'integer' | 'bigint', end: string) => `create table kept_albums (
  user_id text not null references users (id) on delete cascade,
  album_id text not null references albums (id) on delete cascade,
  kept_at ${instant} not null, primary key (user_id, album_id)
)${end}`

/** Albums that listeners keep in their Library. */
export const keptAlbums: Migration = {
  name: '032-kept-albums',
  sqlite: [tableWith('integer', ' strict'), ...indexes],
  postgres: [tableWith('bigint', ''), ...indexes],
}
