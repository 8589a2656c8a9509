/** Some letters are eighteen when they are folded; an index of PostgreSQL takes no more than 2,700 bytes. */
const MOST_LETTERS = 300

/** The form names are compared in: one Unicode form, no case, single spaces. `' Hip  Hop'` → `'hip hop'`. */
export function foldName(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
  return folded.length <= MOST_LETTERS ? folded : folded.slice(0, MOST_LETTERS).toWellFormed()
}
