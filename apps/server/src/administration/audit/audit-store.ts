import type { AuditEntry } from '@refrain/contract/administration/audit'
import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { AuditEntryRow } from '../tables.ts'

export async function insertAuditEntry(tx: Transaction, entry: AuditEntryRow): Promise<void> {
  await tx.insertInto('audit_entries').values(entry).execute()
}

/** Newest first. @param before only what stands after this time and id in the list */
export async function readAuditEntries(
  db: Database,
  most: number,
  before?: { at: number; id: string },
): Promise<(AuditEntry & { readonly time: number })[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('users as actors', 'actors.id', 'audit_entries.actor_id')
    .leftJoin('users as people', 'people.id', 'audit_entries.person_id')
    .select(['audit_entries.id', 'at', 'action', 'service_key', 'detail'])
    .select(['actors.name as actor', 'people.name as person'])
    .$if(before !== undefined, query =>
      query.where(sql<boolean>`(at, audit_entries.id) < (${before?.at}, ${before?.id})`),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_entries.id', 'desc')
    .limit(literal(most))
    .execute()
  return rows.map(({ id, at, action, service_key, detail, actor, person }) => ({
    ...{ id, at: new Date(at).toISOString(), action, actor, serviceKey: service_key, person, detail },
    time: at,
  }))
}

/** Name of a service key, which may have been deleted meanwhile. */
export async function readServiceKeyName(db: Database, id: string): Promise<string> {
  const key = await db.selectFrom('service_keys').select('name').where('id', '=', id).executeTakeFirst()
  return key?.name ?? id
}
