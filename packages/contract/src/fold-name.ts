/** A letter can fold to eighteen, and an index of PostgreSQL holds at most 2,700 bytes. */
const MAX_LENGTH = 300

/** Normalises a name for comparison: NFKC, lower case, single spaces. `' Hip  Hop'` → `'hip hop'`. */
export function foldName(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
  return folded.length <= MAX_LENGTH ? folded : folded.slice(0, MAX_LENGTH).toWellFormed()
}
