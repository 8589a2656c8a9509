import type { Genre } from '@refrain/contract/catalogue'
import { foldName } from '@refrain/contract/fold-name'

/** A genre's place among the genres, by its name as the service compares it (READ-21); -1: there is none. */
export function placeOfGenre(genres: readonly Genre[], name: string): number {
  const wanted = foldName(name)
  return genres.findIndex(({ genre }) => foldName(genre) === wanted)
}
