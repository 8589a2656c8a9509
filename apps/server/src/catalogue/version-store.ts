import { queryContext } from '../database/connection-scheduler.ts'
import type { Database } from '../database/tables.ts'

export function readCatalogueVersion(db: Database): Promise<number> {
  // All operations wait for this read: it must not count against the connection limit of the current one.
  return queryContext.run({ operation: 'readCatalogueVersion' }, async () => {
    const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    return version
  })
}

export async function isCatalogueEmpty(db: Database): Promise<boolean> {
  const row = await db.selectFrom('tracks').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
