import { queryContext } from '../database/connection-scheduler.ts'
import type { Database } from '../database/tables.ts'

/** The count that goes up with every change of the catalogue. */
export function readCatalogueVersion(db: Database): Promise<number> {
  // Every operation waits for this: it must not queue behind the slow reads of the one that happens to ask.
  return queryContext.run({ operation: 'readCatalogueVersion' }, async () => {
    const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    return version
  })
}

export async function isCatalogueEmpty(db: Database): Promise<boolean> {
  const row = await db.selectFrom('tracks').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
