import { join } from 'node:path'
import { DATABASE_FILE } from '../../database/open.ts'
import type { Snapshot } from './snapshot.ts'

/** Which database: PostgreSQL, or with '' the embedded one of the data folder. */
export interface DatabasePlace {
  readonly databaseUrl: string
  readonly dataDir: string
}

/** Opens a consistent view of a database. The caller closes it. */
export async function openSnapshot({ databaseUrl, dataDir }: DatabasePlace): Promise<Snapshot> {
  // Loads a driver only if it is used.
  return databaseUrl
    ? (await import('./postgres-snapshot-store.ts')).openPostgresSnapshot(databaseUrl)
    : (await import('./sqlite-snapshot-store.ts')).openSqliteSnapshot(join(dataDir, DATABASE_FILE))
}
