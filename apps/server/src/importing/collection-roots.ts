import type { Database } from '../database/tables.ts'
import { isWithin } from './join-folders.ts'
import { writeSlice } from './write-slice.ts'

/** What is known of a folder that is gone through. */
export interface KnownRoot {
  /** It was gone through to the end before, alone or as part of another. */
  readonly whole: boolean
  /** When the first run began that since then has not come to its end, of it or of a part of it. */
  readonly begunAt: number
}

/**
 * Remembers that a run through these folders begins.
 * @param now when it does
 * @returns what is known of each folder
 */
export async function beginRoots(
  db: Database,
  roots: readonly string[],
  now: number,
): Promise<Map<string, KnownRoot>> {
  if (roots.length > 0) {
    await writeSlice(db, tx =>
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
      const whole = rows.some(row => isWithin(row.path, root) && row.whole_at !== null)
      const related = rows.filter(({ path }) => isWithin(path, root) || isWithin(root, path))
      const begunAt = Math.min(now, ...related.map(row => row.begun_at ?? now))
      return [root, { whole, begunAt }]
    }),
  )
}

/** Remembers that these folders, and so all within them, were gone through to the end. */
export async function rememberWholeRoots(
  db: Database,
  roots: readonly string[],
  now = Date.now(),
): Promise<void> {
  if (roots.length === 0) return
  const known = await db.selectFrom('collection_roots').select('path').execute()
  const inside = known.map(row => row.path).filter(path => roots.some(root => isWithin(root, path)))
  await writeSlice(db, async tx => {
    await tx
      .insertInto('collection_roots')
      .values([...new Set([...roots, ...inside])].map(path => ({ path, begun_at: null, whole_at: now })))
      .onConflict(conflict => conflict.column('path').doUpdateSet({ begun_at: null, whole_at: now }))
      .execute()
  })
}
