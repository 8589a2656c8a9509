import { countLimits } from '@refrain/contract/limits'
import { replaceEqualDeep } from '@tanstack/react-query'

interface Row {
  readonly _id: string
}

/** A list of one of these lengths may have been cut. */
const CUT_LENGTHS = new Set([countLimits.popular, countLimits.related, ...Object.values(countLimits.found)])

/**
 * Puts fresh rows into a list that is shown without moving those that are there: they stay in their order, and the new
 * ones come after them. Rows that are missing from a list that was not cut are gone.
 */
export function keepPlaces<R extends Row>(shown: readonly R[], fresh: readonly R[]): R[] {
  const rows = addRows(shown, fresh, CUT_LENGTHS.has(fresh.length))
  return rows.slice(0, Math.max(shown.length, fresh.length))
}

function addRows<R extends Row>(shown: readonly R[], fresh: readonly R[], isCut: boolean): R[] {
  const byId = new Map(fresh.map(row => [row._id, row]))
  const kept = shown.flatMap(row => {
    const now = byId.get(row._id)
    if (now) return [replaceEqualDeep(row, now)]
    return isCut ? [row] : []
  })
  const places = new Set(kept.map(row => row._id))
  return [...kept, ...fresh.filter(row => !places.has(row._id))]
}

interface ListingPage {
  readonly rows: readonly Row[]
  readonly totalResults: number
}
export interface ListingPages {
  readonly pages: readonly ListingPage[]
  readonly pageParams: readonly unknown[]
}

/** The same for a listing of several pages: what is new on any of them comes at the end of the last. */
function keepListingPlaces(shown: ListingPages, fresh: ListingPages): ListingPages {
  const rowsOf = ({ pages }: ListingPages) => pages.flatMap(page => page.rows)
  const freshRows = rowsOf(fresh)
  const isCut = freshRows.length < (fresh.pages.at(-1)?.totalResults ?? 0)
  const rows = addRows(rowsOf(shown), freshRows, isCut)
  let at = 0
  const pages = fresh.pages.map((page, index) => {
    const end = index === fresh.pages.length - 1 ? rows.length : at + page.rows.length
    const own = { ...page, rows: rows.slice(at, end) }
    at = end
    return own
  })
  return { ...fresh, pages }
}

/** Combines what is shown with what was fetched, whatever catalogue data it is. Everything but lists is replaced. */
export function keepDataPlaces(shown: unknown, fresh: unknown): unknown {
  if (isRows(shown) && isRows(fresh)) return keepPlaces(shown, fresh)
  if (isListing(shown) && isListing(fresh)) return keepListingPlaces(shown, fresh)
  if (isGroups(shown) && isGroups(fresh)) {
    return Object.fromEntries(
      Object.entries(fresh).map(([name, rows]) => [name, keepPlaces(shown[name] ?? [], rows)]),
    )
  }
  return replaceEqualDeep(shown, fresh)
}

const isObject = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data)
const isRows = (data: unknown): data is Row[] => Array.isArray(data)
export const isListing = (data: unknown): data is ListingPages => isObject(data) && Array.isArray(data.pages)
/** What a search found, by kind. */
const isGroups = (data: unknown): data is Record<string, Row[]> =>
  isObject(data) && Object.values(data).length > 0 && Object.values(data).every(isRows)
