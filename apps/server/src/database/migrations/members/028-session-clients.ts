import type { Migration } from '../../migration.ts'

const statements = (instant: 'integer' | 'bigint') => [
  `alter table sessions add column browser text not null default ''`,
  `alter table sessions add column system text not null default ''`,
  `alter table sessions add column network text not null default ''`,
  `alter table sessions add column confirmed_at ${instant}`,
]

/** What a listener recognises a session by, and when they proved again who they are. */
export const sessionClients: Migration = {
  name: '028-session-clients',
  sqlite: statements('integer'),
  postgres: statements('bigint'),
}
