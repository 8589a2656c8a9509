import type { Migration } from '../../migration.ts'

export const soundAnalysis: Migration = {
  name: '005-sound-analysis',
  sqlite: [
    `create table sound_analyses (
      track_id text primary key references tracks (id) on delete cascade,
      audio_id text not null, size integer not null, mtime_ms integer not null, method integer not null,
      loudness real, peak real, blocks blob not null, waveform blob not null, problem text not null
    ) strict`,
    'alter table catalogue_version add column sound_version integer not null default 1',
  ],
  postgres: [
    `create table sound_analyses (
      track_id text primary key references tracks (id) on delete cascade,
      audio_id text not null, size bigint not null, mtime_ms bigint not null, method integer not null,
      loudness double precision, peak double precision, blocks bytea not null, waveform bytea not null,
      problem text not null
    )`,
    'alter table catalogue_version add column sound_version bigint not null default 1',
  ],
}
