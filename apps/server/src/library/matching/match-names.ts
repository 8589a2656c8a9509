import { foldForSearch } from '@refrain/contract/fold-for-search'
import { countLimits } from '@refrain/contract/limits'
import type { OpenDatabase } from '../../database/open.ts'
import { type MatchCandidateRow, readMatchCandidates } from './match-candidate-store.ts'
import { type Entry, isCreditedTo, MAX_LENGTH_DIFFERENCE_SECONDS } from './playlist-entry.ts'

interface Candidate extends MatchCandidateRow {
  /** All credited artists, folded. */
  readonly all: string
}

export interface NameMatch {
  readonly id?: string | undefined
  /** Most played tracks of the title, if none of them was chosen. */
  readonly candidates: readonly string[]
}

/**
 * Finds entries by title, and by artist, album and length as far as they say. Entries of the same title share one read.
 * @returns matches by entry; entries whose title no track has are left out
 */
export async function matchNames<Key>(
  open: Pick<OpenDatabase, 'db' | 'dialect'>,
  entries: Iterable<readonly [Key, Entry]>,
  yieldToRequests: () => Promise<void>,
): Promise<Map<Key, NameMatch>> {
  const byTitle = new Map<string, (readonly [Key, Entry])[]>()
  for (const keyed of entries) {
    await yieldToRequests()
    const title = foldForSearch(keyed[1].title)
    if (title === '') continue
    const same = byTitle.get(title)
    if (same) same.push(keyed)
    else byTitle.set(title, [keyed])
  }
  const matches = new Map<Key, NameMatch>()
  for await (const [title, rows] of readMatchCandidates(open, [...byTitle.keys()], yieldToRequests)) {
    const candidates = rows.map(row => ({ ...row, all: foldForSearch(row.credit) }))
    if (candidates.length === 0) continue
    const ids = candidates.slice(0, countLimits.matchCandidates).map(({ id }) => id)
    for (const [key, entry] of byTitle.get(title) ?? []) {
      await yieldToRequests()
      const id = choose(entry, candidates)
      matches.set(key, id === undefined ? { candidates: ids } : { id, candidates: [] })
    }
  }
  return matches
}

/** Chooses among tracks of the same title: by the same artist, else of the same length; first those on the same album. */
function choose(entry: Entry, candidates: readonly Candidate[]): string | undefined {
  const artist = foldForSearch(entry.artist ?? '')
  const album = foldForSearch(entry.album ?? '')
  const lengthDifference = (one: Candidate) =>
    entry.seconds === undefined ? 0 : Math.abs(one.true_samples / one.sample_rate - entry.seconds)
  const best = (some: readonly Candidate[]) =>
    some.toSorted(
      (a, b) =>
        b.available - a.available ||
        Number(b.album === album) - Number(a.album === album) ||
        Math.round(lengthDifference(a) - lengthDifference(b)),
    )[0]?.id
  const ofSameLength = () =>
    entry.seconds === undefined
      ? []
      : candidates.filter(candidate => lengthDifference(candidate) <= MAX_LENGTH_DIFFERENCE_SECONDS)
  if (artist !== '') return best(candidates.filter(one => isCreditedTo(one, artist))) ?? best(ofSameLength())
  if (album !== '') return best(candidates.filter(one => one.album === album)) ?? best(ofSameLength())
  if (entry.seconds !== undefined) return best(ofSameLength())
  return candidates.length === 1 ? candidates[0]!.id : undefined
}
