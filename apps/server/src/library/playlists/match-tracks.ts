import type { Track } from '@refrain/contract/catalogue/tracks'
import { foldForSearch } from '../../catalogue/search/fold-for-search.ts'
import { readTracksByIds } from '../../catalogue/track-store.ts'
import { compileOnce } from '../../database/compile-once.ts'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { createYield } from '../../http/limits/yield-to-requests.ts'

/** What a playlist file says of a track. */
export interface Entry {
  readonly title: string
  readonly artist?: string | undefined
  readonly album?: string | undefined
  readonly seconds?: number | undefined
}

/** Of many tracks with the same title the most played are looked at. */
const MOST_CANDIDATES = 200
/** Files give full seconds, and encoders add some silence. */
const SAME_LENGTH_SECONDS = 3

const selectCandidates = compileOnce((db, title) =>
  db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .innerJoin('artists', 'artists.id', 'tracks.artist_id')
    .select([
      'tracks.id',
      'tracks.credit',
      'tracks.true_samples',
      'tracks.sample_rate',
      'tracks.available',
      'albums.search_title as album',
      'artists.search_name as artist',
    ])
    .where('tracks.search_title', '=', title)
    .orderBy('tracks.play_count', 'desc')
    .orderBy('tracks.sort_title')
    .orderBy('tracks.id')
    .limit(literal(MOST_CANDIDATES)),
)
type Row = Awaited<ReturnType<typeof selectCandidates>>[number]

interface Candidate extends Row {
  /** Its credit as names are compared. */
  readonly all: string
}

/**
 * For each entry the catalogue's track, or null. Candidates are read once for all entries of a title.
 * @param late ends it
 */
export async function matchTracks(
  db: Database,
  entries: readonly Entry[],
  late: AbortSignal,
): Promise<(Track | null)[]> {
  const beforeStep = createYield(late)
  const ofTitle = new Map<string, Entry[]>()
  for (const entry of entries) {
    await beforeStep()
    const title = foldForSearch(entry.title)
    if (title === '') continue
    const same = ofTitle.get(title)
    if (same) same.push(entry)
    else ofTitle.set(title, [entry])
  }
  const ids = new Map<Entry, string | undefined>()
  for (const [title, same] of ofTitle) {
    await beforeStep()
    const rows = await selectCandidates(db, title)
    const candidates = rows.map(row => ({ ...row, all: foldForSearch(row.credit) }))
    for (const entry of same) {
      await beforeStep()
      ids.set(entry, choose(entry, candidates))
    }
  }
  const tracks = new Map<string | undefined, Track>()
  const found = [...ids.values()].filter(id => id !== undefined)
  for await (const slice of readTracksByIds(db, found)) {
    for (const track of slice) tracks.set(track._id, track)
    await beforeStep()
  }
  return entries.map(entry => tracks.get(ids.get(entry)) ?? null)
}

/** All have the title: the one by the same artist, on the same album where there is one, else as long. */
function choose(entry: Entry, candidates: readonly Candidate[]): string | undefined {
  const artist = foldForSearch(entry.artist ?? '')
  const album = foldForSearch(entry.album ?? '')
  const lengthApart = (one: Candidate) =>
    entry.seconds === undefined ? 0 : Math.abs(one.true_samples / one.sample_rate - entry.seconds)
  const best = (some: readonly Candidate[]) =>
    some.toSorted(
      (a, b) =>
        b.available - a.available ||
        Number(b.album === album) - Number(a.album === album) ||
        Math.round(lengthApart(a) - lengthApart(b)),
    )[0]?.id
  const asLong = () =>
    entry.seconds === undefined
      ? []
      : candidates.filter(candidate => lengthApart(candidate) <= SAME_LENGTH_SECONDS)
  if (artist !== '') return best(candidates.filter(one => isBy(one, artist))) ?? best(asLong())
  if (album !== '') return best(candidates.filter(one => one.album === album)) ?? best(asLong())
  if (entry.seconds !== undefined) return best(asLong())
  return candidates.length === 1 ? candidates[0]!.id : undefined
}

/** Files name the track's artist, or all whom it credits. */
function isBy({ artist, all }: Candidate, wanted: string): boolean {
  return (
    artist === wanted || all === wanted || all.startsWith(`${wanted} `) || wanted.startsWith(`${artist} `)
  )
}
