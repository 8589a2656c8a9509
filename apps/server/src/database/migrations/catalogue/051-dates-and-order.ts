import type { Migration } from '../../migration.ts'

/**
 * Until the next import has read the files again, an album was released when its date says, unless that is the day it was
 * added: then no tag says.
 */
const fillReleaseDates = (addedOn: string) =>
  `update albums set release_date = substr(released_at, 1, 10) where substr(released_at, 1, 10) <> ${addedOn}`

const statements = (text: string, addedOn: string) => [
  `alter table albums add column release_date text not null default ''`,
  fillReleaseDates(addedOn),
  `alter table tracks add column file_order ${text} not null default ''`,
  'drop index tracks_by_album',
  'create index tracks_by_album on tracks (album_id, disc, number, file_order, sort_title, id)',
]

/** When an album was released as far as its tags say, and the order of tracks without a number. */
export const datesAndOrder: Migration = {
  name: '051-dates-and-order',
  sqlite: statements('text', `date(created_at / 1000, 'unixepoch')`),
  postgres: statements(
    'text collate "C"',
    `to_char(to_timestamp(created_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`,
  ),
}
