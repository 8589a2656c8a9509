import type { Migration } from '../../migration.ts'

const tableWith = (instant: 'integer' | 'bigint', end: string) =>
  `create table mailboxes (
    mailbox text primary key, since ${instant} not null, sent integer not null, stopped_at ${instant}
  )${end}`
const index = 'create index mailboxes_by_time on mailboxes (since) where stopped_at is null'

/** How many mails about accounts a mailbox got, and whether its owner wants none. */
export const mailboxes: Migration = {
  name: '010-mailboxes',
  sqlite: [tableWith('integer', ' strict'), index],
  postgres: [tableWith('bigint', ''), index],
}
