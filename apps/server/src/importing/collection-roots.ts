import type { Database } from '../database/tables.ts'
import { isWithin } from './join-folders.ts'
import type { WriteSlice } from './write-slice.ts'

/** What is known of a folder that is gone through. */
export interface KnownRoot {
  /** It was gone through to the end before, alone or as part of another. */
  readonly whole: boolean
  /** When the first run began that has not come to its end here since, of it, of a part of it, or of more. */
  readonly begunAt: number
}

/**
 * Remembers that a run through these folders begins.
 * @param options `now`: when it does
 * @returns what is known of each folder
 */
export async function beginRoots(
  db: Database,
  roots: readonly string[],
  { now, write }: { readonly now: number; readonly write: WriteSlice },
): Promise<Map<string, KnownRoot>> {
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
  const rows = await db.selectFrom('collection_roots').selectAll().execute()
  return new Map(
    roots.map(root => {
      const around = rows.filter(row => isWithin(row.path, root))
      const wholeAt = Math.max(...around.map(row => row.whole_at ?? Number.NEGATIVE_INFINITY))
      const begun = rows.filter(({ path, begun_at }) => {
        if (path === root || isWithin(root, path)) return true
        // Of what a run of more began here nothing is left to do once this part was gone through after it.
        return isWithin(path, root) && (begun_at ?? 0) > wholeAt
      })
      const begunAt = Math.min(now, ...begun.map(row => row.begun_at ?? now))
      return [root, { whole: Number.isFinite(wholeAt), begunAt }]
    }),
  )
}

/** Remembers that these folders, and so all within them, were gone through to the end. */
export async function rememberWholeRoots(
  db: Database,
  roots: readonly string[],
  write: WriteSlice,
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
