import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Track } from '@refrain/contract/catalogue'
import { foldForSearch } from '../catalogue/fold-for-search.ts'
import { readTracksByIds } from '../catalogue/track-store.ts'
import { compileOnce } from '../database/compile-once.ts'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'

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
const AT_ONCE = 50

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
type Candidate = Awaited<ReturnType<typeof selectCandidates>>[number]

/** For each entry the catalogue's track, or null. */
export async function matchTracks(db: Database, entries: readonly Entry[]): Promise<(Track | null)[]> {
  const ids: (string | undefined)[] = []
  for (const entry of entries) {
    // The embedded database answers at once: nobody else would get a turn.
    if (ids.length % AT_ONCE === AT_ONCE - 1) await letOthersRun()
    const title = foldForSearch(entry.title)
    ids.push(title === '' ? undefined : choose(entry, await selectCandidates(db, title)))
  }
  const tracks = new Map<string, Track>()
  const found = ids.filter(id => id !== undefined)
  for await (const slice of readTracksByIds(db, found))
    for (const track of slice) tracks.set(track._id, track)
  return ids.map(id => (id === undefined ? null : (tracks.get(id) ?? null)))
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
function isBy({ artist, credit }: Candidate, wanted: string): boolean {
  const all = foldForSearch(credit)
  return (
    artist === wanted || all === wanted || all.startsWith(`${wanted} `) || wanted.startsWith(`${artist} `)
  )
}
