import { shortId } from '@refrain/audio/bytes/audio-id'
import type { Named } from '@refrain/audio/tags/read-tags'
import { foldName } from '@refrain/contract/fold-name'
import { findOrInsertArtist } from '../../catalogue/artist-writer.ts'
import type { Transaction } from '../../database/tables.ts'
import { colourForId } from '../../media/pictures/picture-colours.ts'
import { sortArtist } from './sort-text.ts'

export interface SavedArtists {
  readonly changed: boolean
  /** As written, by id. */
  readonly spellings: ReadonlyMap<string, readonly Named[]>
  idOf(artist: Named): string
}

const artistKey = ({ mbid, name }: Named) => mbid || foldName(name)

/** Finds the artists or inserts those that are new. */
export async function saveArtists(
  tx: Transaction,
  artists: readonly Named[],
  { now, sortArticles }: { readonly now: number; readonly sortArticles: readonly string[] },
): Promise<SavedArtists> {
  const ids = new Map<string, string>()
  let changed = false
  for (const artist of artists) {
    const key = artistKey(artist)
    if (ids.has(key)) continue
    const id = shortId('artist\n', key)
    const row = await findOrInsertArtist(tx, artist, {
      id,
      sortName: sortArtist(artist, sortArticles),
      color: colourForId(id),
      now,
    })
    ids.set(key, row.id)
    changed ||= row.changed
  }
  const idOf = (artist: Named) => ids.get(artistKey(artist))!
  return { changed, spellings: Map.groupBy(artists, idOf), idOf }
}

/** The artists as a track or album names them, for links; '' for only one. */
export function nameCredits(artists: readonly Named[], { idOf }: SavedArtists): string {
  const names = new Map(artists.toReversed().map(artist => [idOf(artist), artist.name]))
  const ids = [...new Set(artists.map(idOf))]
  return ids.length > 1 ? JSON.stringify(ids.map(id => [id, names.get(id)])) : ''
}
