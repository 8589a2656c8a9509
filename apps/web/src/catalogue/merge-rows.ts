import { countLimits } from '@refrain/contract/limits'
import { replaceEqualDeep } from '@tanstack/react-query'

interface Row {
  readonly id: string
}

/** Lists of these lengths may have been truncated. */
const TRUNCATED_LENGTHS = new Set([
  countLimits.popular,
  countLimits.related,
  ...Object.values(countLimits.found),
])

/**
 * Merges fresh rows into a visible list without moving its rows: they keep their order and new ones follow. Rows that
 * are missing from a list that was not truncated are removed.
 */
export function mergeRows<R extends Row>(shown: readonly R[], fresh: readonly R[]): R[] {
  const rows = addRows(shown, fresh, TRUNCATED_LENGTHS.has(fresh.length))
  return rows.slice(0, Math.max(shown.length, fresh.length))
}

function addRows<R extends Row>(shown: readonly R[], fresh: readonly R[], isTruncated: boolean): R[] {
  const byId = new Map(fresh.map(row => [row.id, row]))
  const remaining = shown.flatMap(row => {
    const now = byId.get(row.id)
    if (now) return [replaceEqualDeep(row, now)]
    return isTruncated ? [row] : []
  })
  const ids = new Set(remaining.map(row => row.id))
  return [...remaining, ...fresh.filter(row => !ids.has(row.id))]
}

interface ListingPage {
  readonly rows: readonly Row[]
  readonly totalResults: number
}
export interface ListingPages {
  readonly pages: readonly ListingPage[]
  readonly pageParams: readonly unknown[]
}

/** The same for the pages of a listing: new rows from any page are added to the last. */
function mergeListing(shown: ListingPages, fresh: ListingPages): ListingPages {
  const rowsOf = ({ pages }: ListingPages) => pages.flatMap(page => page.rows)
  const freshRows = rowsOf(fresh)
  const isTruncated = freshRows.length < (fresh.pages.at(-1)?.totalResults ?? 0)
  const rows = addRows(rowsOf(shown), freshRows, isTruncated)
  let at = 0
  const pages = fresh.pages.map((page, index) => {
    const end = index === fresh.pages.length - 1 ? rows.length : at + page.rows.length
    const own = { ...page, rows: rows.slice(at, end) }
    at = end
    return own
  })
  return { ...fresh, pages }
}

/** Merges fresh catalogue data of any kind into the visible data. Everything but lists is replaced. */
export function mergeData(shown: unknown, fresh: unknown): unknown {
  if (isRows(shown) && isRows(fresh)) return mergeRows(shown, fresh)
  if (isListing(shown) && isListing(fresh)) return mergeListing(shown, fresh)
  if (isGroups(shown) && isGroups(fresh)) {
    return Object.fromEntries(
      Object.entries(fresh).map(([name, rows]) => [name, mergeRows(shown[name] ?? [], rows)]),
    )
  }
  return replaceEqualDeep(shown, fresh)
}

const isObject = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data)
const isRows = (data: unknown): data is Row[] => Array.isArray(data)
export const isListing = (data: unknown): data is ListingPages => isObject(data) && Array.isArray(data.pages)
/** Search results by kind. */
const isGroups = (data: unknown): data is Record<string, Row[]> =>
  isObject(data) && Object.values(data).length > 0 && Object.values(data).every(isRows)
