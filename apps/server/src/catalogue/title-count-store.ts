import { countLimits } from '@refrain/contract/limits'
import { compileOnce } from '../database/compile-once.ts'
import type { Database } from '../database/tables.ts'
import { prefixUpperBound } from './search/search-terms.ts'

/** Listed by `sort_name` and `sort_title`. */
export type ListedKind = 'artists' | 'albums'

/** Where a page of a listing begins. */
export interface PageStart {
  /** All records of the listing. */
  readonly total: number
  /** The page begins so many records after the first whose title is this or greater; undefined past the last page. */
  readonly after: { readonly title: string; readonly skip: number } | undefined
}

interface PrefixCount {
  readonly prefix: string
  readonly count: number
}

const selectFirstLetters = compileOnce<PrefixCount>((db, kind) =>
  db
    .selectFrom('title_counts')
    .select(['prefix', 'count'])
    .where('kind', '=', kind as ListedKind)
    .where('depth', '=', 1)
    .orderBy('prefix'),
)

/**
 * Finds a page by the stored counts of titles with the same first letter, then with the same first three: skipping all rows
 * before it would cost more the further down it is.
 */
export async function findPageStart(db: Database, kind: ListedKind, page: number): Promise<PageStart> {
  const letters = await selectFirstLetters(db, kind)
  const total = letters.reduce((sum, { count }) => sum + count, 0)
  const first = (page - 1) * countLimits.pageSize
  const letter = findPrefix(letters, first)
  if (!letter) return { total, after: undefined }
  const beginning = findPrefix(await readLongPrefixes(db, kind, letter.prefix), letter.skip)
  return { total, after: beginning && { title: beginning.prefix, skip: beginning.skip } }
}

export async function countListed(db: Database, kind: ListedKind): Promise<number> {
  const letters = await selectFirstLetters(db, kind)
  return letters.reduce((sum, { count }) => sum + count, 0)
}

/** Prefixes of three letters that begin with the letter, which is '' for records without a title. */
function readLongPrefixes(db: Database, kind: ListedKind, letter: string): Promise<PrefixCount[]> {
  return db
    .selectFrom('title_counts')
    .select(['prefix', 'count'])
    .where('kind', '=', kind)
    .where('depth', '=', 3)
    .where('prefix', '>=', letter)
    .where('prefix', '<', letter === '' ? '\u0001' : prefixUpperBound(letter))
    .orderBy('prefix')
    .execute()
}

function findPrefix(
  counts: readonly PrefixCount[],
  position: number,
): { prefix: string; skip: number } | undefined {
  let skip = position
  for (const { prefix, count } of counts) {
    if (skip < count) return { prefix, skip }
    skip -= count
  }
  return undefined
}
