import type { Migration } from '../../migration.ts'

const CHAPTERS = `create table chapters (
  track_id text primary key references tracks (id) on delete cascade, body text not null
)`

/** The chapters of audiobooks and long recordings. The next import finds them. */
export const chapters: Migration = {
  name: '057-chapters',
  sqlite: [`${CHAPTERS} strict`],
  postgres: [CHAPTERS],
}
