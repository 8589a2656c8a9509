import { foldFilePath, pathTail } from '../../catalogue/paths/path-tail.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { readFilesOfTails, readTracksOfPaths } from './file-tail-store.ts'
import type { Entry } from './playlist-entry.ts'

/** Names of a whole path in one text. */
const keyOf = (folded: readonly string[]) => folded.join('/')

/**
 * Finds the files of entries whose whole paths are known: as they are written, else in another letter case or composition. What a
 * list says of its tracks besides does not count: it may be older than the files.
 * @returns ids of tracks by entry; entries without a file at any of their places, or with several, are left out
 */
export async function matchPlaces(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  entries: readonly Entry[],
  yieldToRequests: () => Promise<void>,
): Promise<Map<Entry, string>> {
  const found = new Map<Entry, string>()
  const placed = entries.filter(({ places = [] }) => places.length > 0)
  const exact = await readTracksOfPaths(
    db,
    placed.flatMap(({ places = [] }) => places),
    yieldToRequests,
  )
  const folded = new Map<Entry, string[][]>()
  for (const entry of placed) {
    await yieldToRequests()
    const id = firstOf(entry.places, place => exact.get(place))
    if (id !== undefined) found.set(entry, id)
    else folded.set(entry, (entry.places ?? []).map(foldFilePath))
  }
  const tails = [...folded.values()].flat().map(parts => pathTail(parts))
  const files = await readFilesOfTails(db, dialect === 'postgres', tails, yieldToRequests)
  const byPath = new Map<string, Set<string>>()
  for (const { path, trackId } of [...files.values()].flat()) {
    const key = keyOf(foldFilePath(path))
    byPath.set(key, (byPath.get(key) ?? new Set()).add(trackId))
  }
  for (const [entry, places] of folded) {
    await yieldToRequests()
    const ids = firstOf(places, parts => byPath.get(keyOf(parts)))
    if (ids?.size === 1) found.set(entry, [...ids][0]!)
  }
  return found
}

function firstOf<Value, Result>(
  values: readonly Value[] | undefined,
  find: (value: Value) => Result | undefined,
): Result | undefined {
  for (const value of values ?? []) {
    const result = find(value)
    if (result !== undefined) return result
  }
  return undefined
}
