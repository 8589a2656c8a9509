import { compileOnce } from '../database/compile-once.ts'
import { queryContext } from '../database/connection-scheduler.ts'
import type { Database } from '../database/tables.ts'

const selectVersion = compileOnce(db => db.selectFrom('catalogue_version').select('version'))

export function readCatalogueVersion(db: Database): Promise<number> {
  // All operations wait for this read: it must not count against the connection limit of the current one.
  return queryContext.run({ operation: 'readCatalogueVersion' }, async () => {
    const [row] = await selectVersion(db, '')
    if (!row) throw new Error('The catalogue has no version.')
    return row.version
  })
}

export async function isCatalogueEmpty(db: Database): Promise<boolean> {
  const row = await db.selectFrom('tracks').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
