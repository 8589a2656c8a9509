import type { FoundKind, SearchResult } from '@refrain/contract/catalogue/search'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { foldForSearch } from '@refrain/contract/fold-for-search'
import { countLimits } from '@refrain/contract/limits'
import type { OpenDatabase } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { readAlbumsByIds } from '../album-store.ts'
import { readArtistsByIds } from '../artist-store.ts'
import { readTracksByIds } from '../track-store.ts'
import { findForgiven } from './forgiven/find-forgiven.ts'
import { inTurn } from './forgiven/in-turn.ts'
import { findMatches } from './match-store.ts'

/** Fewer matches than this in the middle of titles may not be what several words mean. */
const FEW = 10

type Opened = Pick<OpenDatabase, 'db' | 'dialect'>
type IdsOf = (kind: FoundKind) => Promise<readonly string[]>

/**
 * Matches of each kind, best first, then, if they are few, what may be meant; none if nothing of the query is left after folding.
 */
export async function searchCatalogue({ db, dialect }: Opened, text: string): Promise<SearchResult> {
  const query = foldForSearch(text)
  if (query === '') return { tracks: [], artists: [], albums: [] }
  const most = countLimits.found
  const written = await readFound(db, table => findMatches(db, { dialect, table, query, most: most[table] }))
  if (!mayMeanMore(written, query)) return written
  const meant = await inTurn(() => findForgiven({ db, dialect }, query, most))
  if (!meant) return written
  // What has the query as it is written is never pushed out.
  const near = await readFound(db, async kind => {
    const isWritten = new Set(written[kind].map(({ id }) => id))
    return meant[kind].filter(id => !isWritten.has(id)).slice(0, most[kind] - isWritten.size)
  })
  return {
    tracks: [...written.tracks, ...near.tracks],
    artists: [...written.artists, ...near.artists],
    albums: [...written.albums, ...near.albums],
  }
}

/** Whether nothing was found, or little for several words that begin no title or name: they may be in another order, or of several. */
function mayMeanMore({ tracks, artists, albums }: SearchResult, query: string): boolean {
  const names = [...tracks, ...albums].map(({ title }) => title).concat(artists.map(({ name }) => name))
  if (names.length === 0) return true
  if (names.length >= FEW || !query.includes(' ')) return false
  return !names.some(name => foldForSearch(name).startsWith(query))
}

async function readFound(db: Database, find: IdsOf): Promise<SearchResult> {
  const [tracks, artists, albums] = await Promise.all([
    find('tracks').then(ids => readTracks(db, ids)),
    find('artists').then(ids => readArtistsByIds(db, ids)),
    find('albums').then(ids => readAlbumsByIds(db, ids)),
  ])
  return { tracks, artists, albums }
}

async function readTracks(db: Database, ids: readonly string[]): Promise<Track[]> {
  const found: Track[] = []
  for await (const tracks of readTracksByIds(db, ids)) found.push(...tracks)
  return found
}
