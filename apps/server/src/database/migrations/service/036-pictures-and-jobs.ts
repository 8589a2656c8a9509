import type { Migration } from '../../migration.ts'

const statements = (instant: 'integer' | 'bigint', options: string) => [
  // One of album_id and artist_id is set, to the same as owner_id.
  `create table catalogue_pictures (
    owner_id text primary key,
    album_id text unique references albums (id) on delete cascade,
    artist_id text unique references artists (id) on delete cascade,
    own_path text not null, own_color text not null, own_thumbhash text not null,
    uploaded_at ${instant} not null
  ) ${options}`,
  'create index catalogue_pictures_by_time on catalogue_pictures (uploaded_at, owner_id)',
  `alter table jobs add column requested_at ${instant}`,
  `create table music_folders (path text primary key, added_at ${instant} not null) ${options}`,
]

/** Pictures that administrators upload for albums and artists, jobs that they start, folders of music that they add. */
export const picturesAndJobs: Migration = {
  name: '036-pictures-and-jobs',
  sqlite: statements('integer', 'strict'),
  postgres: statements('bigint', ''),
}
