import { HOME_SHELVES, readJson } from '../../listening/resume/saved-values.ts'
import { writeLocal } from '../../ui/browser/local-storage.ts'

/** Number of items in each member section of Home. */
export interface ShelfCounts {
  readonly suggested: number
  readonly following: number
  readonly topTracks: number
}

/** The counts of the last visit, used to size the skeletons; null if unknown. */
export function readShelfCounts(): ShelfCounts | null {
  const stored = readJson(HOME_SHELVES)
  if (!Array.isArray(stored)) return null
  const [suggested, following, topTracks] = stored.map(Number).map(count => (count > 0 ? count : 0))
  return { suggested: suggested ?? 0, following: following ?? 0, topTracks: topTracks ?? 0 }
}

/** Removes the stored counts if all are 0. */
export function saveShelfCounts({ suggested, following, topTracks }: ShelfCounts): void {
  const counts = [suggested, following, topTracks]
  writeLocal(HOME_SHELVES, counts.some(count => count > 0) ? JSON.stringify(counts) : null)
}
