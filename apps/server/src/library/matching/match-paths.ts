import { foldForSearch } from '@refrain/contract/fold-for-search'
import { readFilePath } from '@refrain/contract/library/playlist-files/file-path'
import { foldFilePath, foldPathParts, MAX_TAIL_PARTS, pathTail } from '../../catalogue/paths/path-tail.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { type FileOfTail, MAX_FILES_OF_TAIL, readFilesOfTails } from './file-tail-store.ts'
import { type Entry, isCreditedTo, MAX_LENGTH_DIFFERENCE_SECONDS } from './playlist-entry.ts'

/** The name of the file and one folder: a name alone, such as `01.mp3`, is that of many. */
const MIN_PARTS = 2

export interface PathMatch {
  /** Ids of the tracks whose files share the longest end of the path. One is the match; several are none. */
  readonly trackIds: readonly string[]
  /** More files than were read share it. */
  readonly more: boolean
}

/** A way to read the path of an entry: its names, the file's own first, folded. */
type Reading = readonly string[]

interface Files {
  readonly files: readonly FileOfTail[]
  readonly more: boolean
}

/**
 * Finds the files of entries by the longest common end of their paths, of at least two names.
 * @returns matches by entry; entries of which no file is known are left out
 */
export async function matchPaths(
  open: Pick<OpenDatabase, 'db' | 'dialect'>,
  entries: readonly Entry[],
  yieldToRequests: () => Promise<void>,
): Promise<Map<Entry, PathMatch>> {
  const readings = new Map<Entry, Reading[]>()
  for (const entry of entries) {
    await yieldToRequests()
    const all = readFilePath(entry.path ?? '').map(foldPathParts)
    const some = all.filter(parts => parts.length >= MIN_PARTS)
    if (some.length > 0) readings.set(entry, some)
  }
  const filesOf = await readFiles(open, [...readings.values()].flat(), yieldToRequests)
  const matches = new Map<Entry, PathMatch>()
  for (const [entry, some] of readings) {
    await yieldToRequests()
    const match = choose(entry, some, filesOf)
    if (match) matches.set(entry, match)
  }
  return matches
}

/** Reads the files that share two names with each reading, or if they are many, more names. */
async function readFiles(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  readings: readonly Reading[],
  yieldToRequests: () => Promise<void>,
): Promise<Map<Reading, Files>> {
  const filesOf = new Map<Reading, Files>()
  let open = readings
  for (let parts = MIN_PARTS; parts <= MAX_TAIL_PARTS && open.length > 0; parts++) {
    const tails = open.map(reading => pathTail(reading, parts))
    const byTail = await readFilesOfTails(db, dialect === 'postgres', tails, yieldToRequests)
    open.forEach((reading, index) => {
      const files = byTail.get(tails[index]!)
      if (files) filesOf.set(reading, { files, more: files.length > MAX_FILES_OF_TAIL })
    })
    open = open.filter(
      (reading, index) => byTail.has(tails[index]!) && filesOf.get(reading)?.more && reading.length > parts,
    )
  }
  return filesOf
}

function choose(
  entry: Entry,
  readings: readonly Reading[],
  filesOf: ReadonlyMap<Reading, Files>,
): PathMatch | undefined {
  let longest = 0
  let more = false
  let found = new Set<string>()
  for (const reading of readings) {
    const known = filesOf.get(reading)
    for (const file of known?.files ?? []) {
      const length = countCommon(reading, foldFilePath(file.path))
      if (length < MIN_PARTS || length < longest || isContradicted(entry, file)) continue
      if (length > longest) found = new Set()
      longest = length
      found.add(file.trackId)
      more = known?.more ?? false
    }
  }
  return longest > 0 ? { trackIds: [...found], more } : undefined
}

function countCommon(a: Reading, b: Reading): number {
  let count = 0
  while (count < a.length && a[count] === b[count]) count++
  return count
}

/**
 * Whether a list says that a file of this path is another recording, such as of another artist's album of the same title: by
 * a length that differs, and a title or an artist that does, too. Either alone may be wrong in the list.
 */
function isContradicted({ title, artist, seconds }: Entry, file: FileOfTail): boolean {
  if (seconds === undefined || Math.abs(seconds - file.seconds) <= MAX_LENGTH_DIFFERENCE_SECONDS) return false
  if (title !== '' && foldForSearch(title) !== file.title) return true
  if (artist === undefined) return false
  return !isCreditedTo({ artist: file.artist, all: foldForSearch(file.credit) }, foldForSearch(artist))
}
