import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../../database/open.ts'
import { OperatorError } from '../../settings.ts'
import type { Snapshot } from './snapshot.ts'

/** Which database: PostgreSQL, or with '' the embedded one of the data folder. */
export interface DatabasePlace {
  readonly databaseUrl: string
  readonly dataDir: string
}

/** Opens a consistent view of a database. The caller closes it. @throws OperatorError if there is none */
export async function openSnapshot({ databaseUrl, dataDir }: DatabasePlace): Promise<Snapshot> {
  const file = join(dataDir, DATABASE_FILE)
  if (databaseUrl === '' && !existsSync(file)) {
    throw new OperatorError(`There is no database in ${dataDir}: check DATA_DIR and DATABASE_URL.`)
  }
  // Loads a driver only if it is used.
  return databaseUrl
    ? (await import('./postgres-snapshot-store.ts')).openPostgresSnapshot(databaseUrl)
    : (await import('./sqlite-snapshot-store.ts')).openSqliteSnapshot(file)
}
