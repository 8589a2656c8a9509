import type { Track } from '@refrain/contract/catalogue/tracks'
import { foldForSearch } from '@refrain/contract/fold-for-search'
import { readTracksByIds } from '../../catalogue/track-store.ts'
import type { Database } from '../../database/tables.ts'
import { createYield } from '../../http/limits/yield-to-requests.ts'
import { type MatchCandidateRow, readMatchCandidates } from './match-candidate-store.ts'

/** A track as a playlist file describes it. */
export interface Entry {
  readonly title: string
  readonly artist?: string | undefined
  readonly album?: string | undefined
  readonly seconds?: number | undefined
}

/** Playlist files round to seconds, and encoders add some silence. */
const MAX_LENGTH_DIFFERENCE_SECONDS = 3

interface Candidate extends MatchCandidateRow {
  /** All credited artists, folded. */
  readonly all: string
}

/**
 * Finds the catalogue's track for each entry, or null. Entries of the same title share one read.
 * @param signal aborts the search
 */
export async function matchTracks(
  db: Database,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<(Track | null)[]> {
  const yieldToRequests = createYield(signal)
  const byTitle = new Map<string, Entry[]>()
  for (const entry of entries) {
    await yieldToRequests()
    const title = foldForSearch(entry.title)
    if (title === '') continue
    const same = byTitle.get(title)
    if (same) same.push(entry)
    else byTitle.set(title, [entry])
  }
  const ids = new Map<Entry, string | undefined>()
  for (const [title, same] of byTitle) {
    await yieldToRequests()
    const rows = await readMatchCandidates(db, title)
    const candidates = rows.map(row => ({ ...row, all: foldForSearch(row.credit) }))
    for (const entry of same) {
      await yieldToRequests()
      ids.set(entry, choose(entry, candidates))
    }
  }
  const tracks = new Map<string | undefined, Track>()
  const found = [...ids.values()].filter(id => id !== undefined)
  for await (const slice of readTracksByIds(db, found)) {
    for (const track of slice) tracks.set(track.id, track)
    await yieldToRequests()
  }
  return entries.map(entry => tracks.get(ids.get(entry)) ?? null)
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

/**
 * Whether a track is by `wanted`, which names the main artist or all credited artists. All are folded for search.
 * @param all all credited artists
 */
export function isCreditedTo({ artist, all }: Pick<Candidate, 'artist' | 'all'>, wanted: string): boolean {
  return (
    artist === wanted || all === wanted || all.startsWith(`${wanted} `) || wanted.startsWith(`${artist} `)
  )
}
