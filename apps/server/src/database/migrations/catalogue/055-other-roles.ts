import type { Migration } from '../../migration.ts'

const credits = (text: string, end: string) => [
  `create table credited_people (id text primary key, name text not null, folded_name ${text} not null)${end}`,
  `create table track_credits (
    track_id text not null references tracks (id) on delete cascade,
    role text not null, position integer not null, person_id text not null references credited_people (id),
    name text not null, primary key (track_id, role, position)
  )${end}`,
  `create table album_artists (
    album_id text not null references albums (id) on delete cascade,
    artist_id text not null references artists (id), position integer not null, sort_name text not null,
    primary key (album_id, artist_id)
  )${end}`,
]

const others = [
  'create index credited_people_by_name on credited_people (folded_name, id)',
  'create index track_credits_by_person on track_credits (person_id, role, track_id)',
  'create index album_artists_by_artist on album_artists (artist_id, album_id)',
  `alter table albums add column credit_names text not null default ''`,
]

/** People who do not perform, and artists of albums after the first. The next import reads the files again and finds both. */
export const otherRoles: Migration = {
  name: '055-other-roles',
  sqlite: [...credits('text', ' strict, without rowid'), ...others],
  postgres: [...credits('text collate "C"', ''), ...others],
}
