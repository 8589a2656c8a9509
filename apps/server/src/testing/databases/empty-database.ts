import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** An empty database of the same kind as a test's, for tests of migrations. PostgreSQL's is the same one, emptied. */
export async function emptyDatabase(migrated: OpenDatabase): Promise<OpenDatabase> {
  if (migrated.dialect === 'postgres') {
    await sql`drop schema public cascade`.execute(migrated.db)
    await sql`create schema public`.execute(migrated.db)
    return migrated
  }
  const open = openDatabase({ databaseUrl: '', dataDir: temporaryFolder() })
  onTestFinished(() => open.close())
  return open
}
