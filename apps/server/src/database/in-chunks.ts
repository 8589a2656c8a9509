/** Fewer than the fewest values a statement takes, in both databases. */
export const CHUNK_SIZE = 500

/** The distinct values in slices of at most `size`, in the order they first appear. */
export function inChunks<T>(values: readonly T[], size = CHUNK_SIZE): T[][] {
  const distinct = [...new Set(values)]
  const chunks: T[][] = []
  for (let at = 0; at < distinct.length; at += size) chunks.push(distinct.slice(at, at + size))
  return chunks
}

/** The rows that `ids` name, in that order; unknown ids are left out. */
export function inOrder<T>(ids: readonly string[], rows: readonly T[], idOf: (row: T) => string): T[] {
  const byId = new Map(rows.map(row => [idOf(row), row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
