import { type CompiledQuery, sql } from 'kysely'
import type { OpenDatabase } from '../../database/open.ts'

export type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/** The query plan. PostgreSQL plans as if sorting and sequential scans were disabled. */
export async function explainQuery(open: OpenDatabase, { sql: text, parameters }: Query): Promise<string> {
  if (open.dialect === 'sqlite') {
    const { rows } = await open.db.executeQuery<{ detail: string }>({
      ...sql`select 1`.compile(open.db),
      sql: `explain query plan ${text}`,
      parameters,
    })
    return rows.map(row => row.detail).join('\n')
  }
  return open.db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>({
      ...sql`select 1`.compile(tx),
      sql: `explain ${text}`,
      parameters,
    })
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
}
