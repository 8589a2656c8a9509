import type { LogEntry } from '@refrain/contract/administration/log'
import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { LogEntryRow } from '../tables.ts'

export async function insertLogEntries(tx: Transaction, entries: readonly LogEntryRow[]): Promise<void> {
  await tx.insertInto('log_entries').values(entries).execute()
}

/** Deletes the entries before an instant, and all but about `most`. */
export async function deleteOldLogEntries(tx: Transaction, before: number, most: number): Promise<void> {
  const oldest = await tx
    .selectFrom('log_entries')
    .select('at')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst()
  await tx
    .deleteFrom('log_entries')
    .where('at', '<', Math.max(before, oldest?.at ?? 0))
    .execute()
}

export interface LogFilter {
  readonly level?: LogEntry['level'] | undefined
  /** Part of the message, or the request id. */
  readonly query?: string | undefined
}

/** Newest first. @param before only what stands after this time and id in the list */
export async function readLogEntries(
  db: Database,
  most: number,
  { level, query }: LogFilter,
  before?: { at: number; id: string },
): Promise<LogEntryRow[]> {
  return db
    .selectFrom('log_entries')
    .selectAll()
    .$if(level !== undefined, rows => rows.where('level', '=', level as LogEntry['level']))
    .$if(query !== undefined, rows => rows.where(contains(query as string)))
    .$if(before !== undefined, rows => rows.where(sql<boolean>`(at, id) < (${before?.at}, ${before?.id})`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(most))
    .execute()
}

export async function countErrors(db: Database, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('log_entries')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('level', '=', 'error')
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Whatever the case of the text; an embedded database knows upper and lower case of ASCII only. */
function contains(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(lower(message) like lower(${pattern}) escape '\\' or request_id = ${text})`
}
