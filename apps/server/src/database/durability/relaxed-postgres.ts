import { sql } from 'kysely'
import type { OpenDatabase } from '../open.ts'

/** Settings that let PostgreSQL answer before a commit is on the disk. */
const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes']

/** Names the settings with which a power cut loses acknowledged writes; undefined if there are none. */
export async function describeRelaxedPostgres({ db, dialect }: OpenDatabase): Promise<string | undefined> {
  if (dialect !== 'postgres') return undefined
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in (${sql.join(SETTINGS)}) and setting = 'off' order by name`.execute(
    db,
  )
  if (rows.length === 0) return undefined
  const names = rows.map(({ name }) => name).join(', ')
  return `PostgreSQL does not wait for the disk: a power cut loses or damages what listeners have saved. Set ${names} to on.`
}
