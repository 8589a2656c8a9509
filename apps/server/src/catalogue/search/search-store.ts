import type { SearchResult } from '@refrain/contract/catalogue/search'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { foldForSearch } from '@refrain/contract/fold-for-search'
import { countLimits } from '@refrain/contract/limits'
import type { OpenDatabase } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'
import { readAlbumsByIds } from '../album-store.ts'
import { readArtistsByIds } from '../artist-store.ts'
import { readTracksByIds } from '../track-store.ts'
import { findMatches } from './match-store.ts'

/** Matches of each kind, best first; none if nothing of the query is left after folding. */
export async function searchCatalogue(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  text: string,
): Promise<SearchResult> {
  const query = foldForSearch(text)
  if (query === '') return { tracks: [], artists: [], albums: [] }
  const find = (table: keyof SearchResult) =>
    findMatches(db, { dialect, table, query, most: countLimits.found[table] })
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
