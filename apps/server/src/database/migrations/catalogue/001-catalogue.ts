import type { Migration } from '../../migration.ts'

const indexes = [
  'create index artists_by_name on artists (sort_name, id)',
  'create index artists_by_followers on artists (followers desc, sort_name, id)',
  'create index artists_by_folded_name on artists (folded_name)',
  'create index albums_by_title on albums (sort_title, id)',
  'create index albums_by_plays on albums (play_count desc, sort_title, id)',
  'create index albums_by_artist on albums (artist_id, released_at desc, id)',
  'create index tracks_by_album on tracks (album_id, disc, number, sort_title, id)',
  'create index tracks_by_title on tracks (sort_title, id)',
  'create index tracks_by_artist on tracks (artist_id)',
  'create index track_artists_by_artist on track_artists (artist_id, track_id)',
  'create index track_genres_by_genre on track_genres (genre_id, track_id)',
  'create index files_by_track on files (track_id)',
  'create index files_by_audio on files (audio_id)',
  'insert into catalogue_version (id, version) values (1, 1)',
]

export const catalogue: Migration = {
  name: '001-catalogue',
  sqlite: [
    `create table artists (
      id text primary key, name text not null, sort_name text not null, folded_name text not null, mbid text not null,
      profile_path text not null, color text not null, thumbhash text not null,
      followers integer not null default 0, created_at integer not null
    ) strict`,
    `create table albums (
      id text primary key, title text not null, sort_title text not null,
      artist_id text not null references artists (id), album_key text not null unique, mbid text not null,
      compilation integer not null, profile_path text not null, color text not null, thumbhash text not null,
      released_at text not null, created_at integer not null, play_count integer not null default 0
    ) strict`,
    `create table tracks (
      id text primary key, title text not null, sort_title text not null,
      album_id text not null references albums (id), artist_id text not null references artists (id),
      credit text not null, genre text not null, disc integer not null, number integer not null, url text not null,
      codec text not null, sample_rate integer not null, channels integer not null,
      true_samples integer not null, priming_samples integer not null,
      track_gain real, album_gain real, track_peak real, album_peak real, mbid text not null,
      added_at integer not null, play_count integer not null default 0, available integer not null,
      unique (album_id, url)
    ) strict`,
    `create table track_artists (
      track_id text not null references tracks (id) on delete cascade,
      artist_id text not null references artists (id), position integer not null, primary key (track_id, artist_id)
    ) strict`,
    `create table genres (
      id text primary key, genre text not null, folded_genre text not null unique,
      color text not null, bg_color text not null
    ) strict`,
    `create table track_genres (
      track_id text not null references tracks (id) on delete cascade,
      genre_id text not null references genres (id), position integer not null, primary key (track_id, genre_id)
    ) strict`,
    `create table lyrics (
      track_id text primary key references tracks (id) on delete cascade, synced integer not null, body text not null
    ) strict`,
    `create table catalogue_version (
      id integer primary key, version integer not null
    ) strict`,
    `create table files (
      path text primary key, root text not null, size integer not null, mtime_ms integer not null, beside text not null,
      track_id text references tracks (id), audio_id text not null, problem text not null, missing integer not null
    ) strict`,
    `create table leases (
      name text primary key, holder text not null, expires_at integer not null
    ) strict`,
    ...indexes,
  ],
  postgres: [
    `create table artists (
      id text primary key, name text not null, sort_name text collate "C" not null, folded_name text not null, mbid text not null,
      profile_path text not null, color text not null, thumbhash text not null,
      followers integer not null default 0, created_at bigint not null
    )`,
    `create table albums (
      id text primary key, title text not null, sort_title text collate "C" not null,
      artist_id text not null references artists (id), album_key text not null unique, mbid text not null,
      compilation integer not null, profile_path text not null, color text not null, thumbhash text not null,
      released_at text collate "C" not null, created_at bigint not null, play_count integer not null default 0
    )`,
    `create table tracks (
      id text primary key, title text not null, sort_title text collate "C" not null,
      album_id text not null references albums (id), artist_id text not null references artists (id),
      credit text not null, genre text not null, disc integer not null, number integer not null, url text not null,
      codec text not null, sample_rate integer not null, channels integer not null,
      true_samples bigint not null, priming_samples integer not null,
      track_gain double precision, album_gain double precision, track_peak double precision, album_peak double precision, mbid text not null,
      added_at bigint not null, play_count integer not null default 0, available integer not null,
      unique (album_id, url)
    )`,
    `create table track_artists (
      track_id text not null references tracks (id) on delete cascade,
      artist_id text not null references artists (id), position integer not null, primary key (track_id, artist_id)
    )`,
    `create table genres (
      id text primary key, genre text not null, folded_genre text collate "C" not null unique,
      color text not null, bg_color text not null
    )`,
    `create table track_genres (
      track_id text not null references tracks (id) on delete cascade,
      genre_id text not null references genres (id), position integer not null, primary key (track_id, genre_id)
    )`,
    `create table lyrics (
      track_id text primary key references tracks (id) on delete cascade, synced integer not null, body text not null
    )`,
    `create table catalogue_version (
      id integer primary key, version bigint not null
    )`,
    `create table files (
      path text primary key, root text not null, size bigint not null, mtime_ms bigint not null, beside text not null,
      track_id text references tracks (id), audio_id text not null, problem text not null, missing integer not null
    )`,
    `create table leases (
      name text primary key, holder text not null, expires_at bigint not null
    )`,
    ...indexes,
  ],
}
