import type { Transaction } from '../database/tables.ts'

/** Says to the caches of every process that the catalogue has changed. */
export async function incrementCatalogueVersion(tx: Transaction): Promise<void> {
  await tx
    .updateTable('catalogue_version')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .execute()
}
