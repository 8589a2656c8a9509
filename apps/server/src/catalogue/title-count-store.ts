import { countLimits } from '@refrain/contract/limits'
import { sql } from 'kysely'
import { compileOnce } from '../database/compile-once.ts'
import type { Database } from '../database/tables.ts'

/** Listed by `sort_name` and `sort_title`. */
export type ListedKind = 'artists' | 'albums'

/** Where a page of a listing begins. */
export interface PageStart {
  /** All records of the listing. */
  readonly total: number
  /** The page begins so many records after the first whose title is this or greater; undefined past the last page. */
  readonly after: { readonly title: string; readonly skip: number } | undefined
}

interface FoundStart {
  /** `sum` is text in PostgreSQL. */
  readonly total: number | string | null
  readonly prefix: string | null
  readonly skipped: number | string | null
}

/** Greater than every prefix: none has so many letters. */
const BEYOND = '\u{10ffff}'.repeat(4)

/**
 * Counts up to the first letter of the page's first title, then from there up to its first three letters: skipping all rows
 * before it would cost more the further down it is. One statement, so that the counts are of one moment. SQLite
 * keeps the order of tables in a cross join.
 */
const selectStart = (kind: ListedKind) =>
  compileOnce<FoundStart>((db, first) => ({
    compile: () =>
      sql<FoundStart>`
        with letters as (
          select prefix, count, sum(count) over (order by prefix) - count as skipped,
            lead(prefix, 1, ${sql.lit(BEYOND)}) over (order by prefix) as next
          from title_counts where kind = ${sql.lit(kind)} and depth = 1
        ), beginnings as (
          select title_counts.prefix, title_counts.count,
            skipped + sum(title_counts.count) over (order by title_counts.prefix) - title_counts.count as skipped
          from letters cross join title_counts
          where ${contains('skipped', 'letters.count', first)} and kind = ${sql.lit(kind)} and depth = 3
            and title_counts.prefix >= letters.prefix and title_counts.prefix < next
        )
        select total, prefix, skipped from (select sum(count) as total from letters) as listing
          left join beginnings on ${contains('skipped', 'beginnings.count', first)}`.compile(db),
  }))

/** Whether the records of a row, after those that it skips, include the one at a position. */
const contains = (skipped: string, count: string, position: string) =>
  sql`cast(${position} as integer) between ${sql.ref(skipped)} and ${sql.ref(skipped)} + ${sql.ref(count)} - 1`

const starts = { artists: selectStart('artists'), albums: selectStart('albums') }

/** Finds a page by the stored counts of titles with the same first letters. */
export async function findPageStart(db: Database, kind: ListedKind, page: number): Promise<PageStart> {
  const first = (page - 1) * countLimits.pageSize
  const [found] = await starts[kind](db, String(first))
  const total = Number(found?.total ?? 0)
  if (found?.prefix == null) return { total, after: undefined }
  return { total, after: { title: found.prefix, skip: first - Number(found.skipped) } }
}
