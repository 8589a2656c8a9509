/** Within both databases' limits of parameters. */
export const CHUNK_SIZE = 500

/** Rows of a whole list that are read and serialised at a time: some milliseconds in which nothing else runs. */
export const LIST_SLICE = 200

/** The distinct values in slices of at most `size`, in the order they first appear. */
export function inChunks<T>(values: readonly T[], size = CHUNK_SIZE): T[][] {
  const distinct = [...new Set(values)]
  const chunks: T[][] = []
  for (let at = 0; at < distinct.length; at += size) chunks.push(distinct.slice(at, at + size))
  return chunks
}

/** Sorts rows in the order of `ids`; ids without a row are left out. */
export function inOrder<T>(ids: readonly string[], rows: readonly T[], idOf: (row: T) => string): T[] {
  const byId = new Map(rows.map(row => [idOf(row), row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
