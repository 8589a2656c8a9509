import type { Migration } from '../../migration.ts'

const columns = [
  `alter table tracks add column credit_names text not null default ''`,
  `alter table track_artists add column role text not null default 'main'`,
]

const questions = (text: string, end: string) => `create table name_questions (
  track_id text not null references tracks (id) on delete cascade,
  name ${text} not null, stood integer not null, primary key (track_id, name)
)${end}`

const index = 'create index name_questions_by_name on name_questions (name, stood, track_id)'

/** Who takes part in a track and how, and which names wait for evidence. Tracks get both when their files are read again. */
export const credits: Migration = {
  name: '049-credits',
  sqlite: [...columns, questions('text', ' strict, without rowid'), index],
  postgres: [...columns, questions('text collate "C"', ''), index],
}
