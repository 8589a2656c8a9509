import { HOME_SHELVES, readJson } from '../../listening/resume/saved-values.ts'
import { writeLocal } from '../../ui/browser/local-storage.ts'

/** How much a member's own sections of Home hold; 0 where a section is left out. */
export interface ShelfCounts {
  readonly suggested: number
  readonly following: number
  readonly topTracks: number
}

/** What they held when Home was last seen here, so that their places can be kept free; null where that is not known. */
export function readShelfCounts(): ShelfCounts | null {
  const kept = readJson(HOME_SHELVES)
  if (!Array.isArray(kept)) return null
  const [suggested, following, topTracks] = kept.map(Number).map(count => (count > 0 ? count : 0))
  return { suggested: suggested ?? 0, following: following ?? 0, topTracks: topTracks ?? 0 }
}

/** Nothing is kept where there are none. */
export function saveShelfCounts({ suggested, following, topTracks }: ShelfCounts): void {
  const counts = [suggested, following, topTracks]
  writeLocal(HOME_SHELVES, counts.some(count => count > 0) ? JSON.stringify(counts) : null)
}
