import type { Database } from '../database/tables.ts'

/** The count that goes up with every change of the catalogue. */
export async function readCatalogueVersion(db: Database): Promise<number> {
  const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
  return version
}

export async function isCatalogueEmpty(db: Database): Promise<boolean> {
  const row = await db.selectFrom('tracks').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
