import { countLimits } from '@refrain/contract/limits'
import type { SuggestedAlbum, SuggestionReason } from '@refrain/contract/listening/interests'
import { readAlbumsByIds } from '../catalogue/album-store.ts'
import type { Database } from '../database/tables.ts'
import { readInterestedGenres } from './interest-store.ts'
import { suggestFromFollowed, suggestFromGenre, suggestFromPlayed } from './suggestion-store.ts'

const MAX_GENRES = 10

/**
 * Suggests albums of artists the listener follows, then of artists and genres they have heard, each with the first
 * reason that applies. Leaves out albums played completely.
 */
export async function suggestAlbums(db: Database, userId: string): Promise<SuggestedAlbum[]> {
  const reasons = new Map<string, SuggestionReason>()
  const add = (id: string, reason: SuggestionReason) => {
    if (reasons.size < countLimits.suggestedAlbums && !reasons.has(id)) reasons.set(id, reason)
  }
  for (const { id, name } of await suggestFromFollowed(db, userId, countLimits.suggestedAlbums))
    add(id, { because: 'follow', name })
  if (reasons.size < countLimits.suggestedAlbums) {
    for (const { id, name } of await suggestFromPlayed(db, userId, countLimits.suggestedAlbums))
      add(id, { because: 'artist', name })
  }
  if (reasons.size < countLimits.suggestedAlbums) {
    for (const { id, name } of await suggestFromGenres(db, userId, reasons.size))
      add(id, { because: 'genre', name })
  }
  const albums = await readAlbumsByIds(db, [...reasons.keys()])
  return albums.map(album => ({ ...album, reason: reasons.get(album.id)! }))
}

/** Each genre's most played album first, then each one's second. @param known how many are suggested already */
async function suggestFromGenres(
  db: Database,
  userId: string,
  known: number,
): Promise<{ id: string; name: string }[]> {
  const lists: { id: string; name: string }[][] = []
  for (const { id, genre } of await readInterestedGenres(db, userId, MAX_GENRES)) {
    const ids = await suggestFromGenre(db, userId, id, countLimits.suggestedAlbums + known)
    lists.push(ids.map(album => ({ id: album, name: genre })))
  }
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, nth) => lists.flatMap(list => list[nth] ?? [])).flat()
}
