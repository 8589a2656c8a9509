import { repairText } from '@refrain/contract/outside-text'

/** Files that share this many names, their own first, are told apart by their whole paths. */
export const MAX_TAIL_PARTS = 4
/** UTF-16 units: the index of a million files stays small, and PostgreSQL's holds at most 2,700 bytes. */
const MAX_TAIL_LENGTH = 300
/** Longer paths exist on no system. */
const MAX_PATH_LENGTH = 4_096

/** The names in the path of a file of the collection, its own first, folded for comparison. */
export function foldFilePath(path: string): string[] {
  return foldPathParts(
    path
      .slice(-MAX_PATH_LENGTH)
      .split(/[\\/]/)
      .filter(part => part !== ''),
  )
}

/** The names in a path, its own first, folded: systems differ in case, in how they compose letters, and in white space at the end. */
export function foldPathParts(parts: readonly string[]): string[] {
  return parts.map(foldPart).reverse()
}

function foldPart(part: string): string {
  // A sigma at the end of a word is another letter in lower case only.
  const lower = repairText(part).normalize('NFC').toLowerCase().replaceAll('ς', 'σ')
  return lower.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/**
 * What `files.tail` holds: `'03 song.mp3/album/artist/music/'`. The tail of fewer names is the beginning of that of more.
 * @param folded as of `foldFilePath`
 */
export function pathTail(folded: readonly string[], parts = MAX_TAIL_PARTS): string {
  const tail = folded
    .slice(0, parts)
    .map(part => `${part}/`)
    .join('')
  return tail.slice(0, MAX_TAIL_LENGTH).replace(/[\ud800-\udbff]$/, '')
}
