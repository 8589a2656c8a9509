import type { Transaction } from '../database/tables.ts'

/** Invalidates the caches of every process. */
export async function incrementCatalogueVersion(tx: Transaction): Promise<void> {
  await tx
    .updateTable('catalogue_version')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .execute()
}
