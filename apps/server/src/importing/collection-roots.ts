import type { Database } from '../database/tables.ts'
import { isWithin } from './join-folders.ts'
import { writeSlice } from './write-slice.ts'

/** Those of these folders that were gone through to the end before, alone or as part of another. */
export async function readWholeRoots(db: Database, roots: readonly string[]): Promise<Set<string>> {
  const known = await db.selectFrom('collection_roots').select('path').execute()
  return new Set(roots.filter(root => known.some(({ path }) => path === root || isWithin(path, root))))
}

/** Remembers that these folders were gone through to the end. */
export async function rememberWholeRoots(
  db: Database,
  roots: readonly string[],
  now = Date.now(),
): Promise<void> {
  if (roots.length === 0) return
  await writeSlice(db, tx =>
    tx
      .insertInto('collection_roots')
      .values(roots.map(path => ({ path, whole_at: now })))
      .onConflict(conflict => conflict.column('path').doNothing())
      .execute(),
  )
}
