import type { Database } from '../../database/tables.ts'
import type { LeasedDatabase } from '../leased-database.ts'
import type { CollectionRootRow } from '../tables.ts'
import { isWithin } from './album-folders.ts'

/** Earlier imports of a folder. */
export interface RootHistory {
  /** An import of it, or of a folder around it, has completed. */
  readonly isComplete: boolean
  /** Start of the first import since then that did not complete here; it may cover a part of the folder or more. */
  readonly startedAt: number
}

/**
 * Records that an import of these folders starts at `now`.
 * @returns the history of each folder
 */
export async function startRoots(
  { db, write }: LeasedDatabase,
  roots: readonly string[],
  now: number,
): Promise<Map<string, RootHistory>> {
  if (roots.length > 0) {
    await write(tx =>
      tx
        .insertInto('collection_roots')
        .values(roots.map(path => ({ path, begun_at: now, whole_at: null })))
        .onConflict(conflict =>
          conflict
            .column('path')
            .doUpdateSet(eb => ({ begun_at: eb.fn.coalesce('collection_roots.begun_at', eb.val(now)) })),
        )
        .execute(),
    )
  }
  const rows = await readRoots(db)
  return new Map(
    roots.map(root => {
      const around = rows.filter(row => isWithin(row.path, root))
      const wholeAt = Math.max(...around.map(row => row.whole_at ?? Number.NEGATIVE_INFINITY))
      const begun = rows.filter(({ path, begun_at }) => {
        if (path === root || isWithin(root, path)) return true
        // An interrupted import of a larger folder no longer matters once this part was completed after it.
        return isWithin(path, root) && (begun_at ?? 0) > wholeAt
      })
      const startedAt = Math.min(now, ...begun.map(row => row.begun_at ?? now))
      return [root, { isComplete: Number.isFinite(wholeAt), startedAt }]
    }),
  )
}

/** Every folder that was imported, except the sample catalogue's. */
export function readRoots(db: Database): Promise<CollectionRootRow[]> {
  return db.selectFrom('collection_roots').selectAll().execute()
}

/** Records that these folders, and all folders in them, were imported completely. */
export async function markRootsComplete(
  { db, write }: LeasedDatabase,
  roots: readonly string[],
): Promise<void> {
  if (roots.length === 0) return
  const known = await db.selectFrom('collection_roots').select('path').execute()
  const inside = known.map(row => row.path).filter(path => roots.some(root => isWithin(root, path)))
  const now = Date.now()
  await write(async tx => {
    await tx
      .insertInto('collection_roots')
      .values([...new Set([...roots, ...inside])].map(path => ({ path, begun_at: null, whole_at: now })))
      .onConflict(conflict => conflict.column('path').doUpdateSet({ begun_at: null, whole_at: now }))
      .execute()
  })
}
