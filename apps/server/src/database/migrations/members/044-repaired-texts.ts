import { repairText } from '@refrain/contract/outside-text'
import { sql } from 'kysely'
import type { Migration } from '../../migration.ts'
import type { Transaction } from '../../tables.ts'

const ROWS_IN_BATCH = 1_000

interface Column {
  readonly table: string
  readonly column: string
  readonly key: readonly string[]
  readonly hasLines?: boolean
}

/** What apps could store as they sent it. */
const COLUMNS: readonly Column[] = [
  { table: 'bookmarks', column: 'comment', key: ['user_id', 'track_id'], hasLines: true },
  { table: 'playlists', column: 'comment', key: ['id'], hasLines: true },
  { table: 'play_queues', column: 'changed_by', key: ['user_id'] },
  { table: 'now_playing', column: 'client', key: ['user_id'] },
  { table: 'app_keys', column: 'last_client', key: ['id'] },
]

async function repairColumn(
  tx: Transaction,
  { table, column, key, hasLines = false }: Column,
): Promise<void> {
  const keys = sql.join(key.map(name => sql.ref(name)))
  let after: readonly string[] = key.map(() => '')
  for (;;) {
    const { rows } = await sql<Record<string, string>>`
      select ${keys}, ${sql.ref(column)} as repaired_text from ${sql.table(table)}
      where (${keys}) > (${sql.join(after)}) order by ${keys} limit ${sql.lit(ROWS_IN_BATCH)}`.execute(tx)
    for (const row of rows) {
      const text = row.repaired_text as string
      const repaired = repairText(text, { hasLines })
      after = key.map(name => row[name] as string)
      if (repaired !== text)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${repaired}
          where (${keys}) = (${sql.join(after)})`.execute(tx)
    }
    if (rows.length < ROWS_IN_BATCH) return
  }
}

/** Comments and names of clients keep the rule for texts from outside: the embedded database took U+0000, PostgreSQL does not. */
export const repairedTexts: Migration = {
  name: '044-repaired-texts',
  sqlite: [],
  postgres: [],
  async fill(tx) {
    for (const column of COLUMNS) await repairColumn(tx, column)
  },
}
