import type { Genre } from '@refrain/contract/catalogue'

/** A genre's place among the genres, by its name in any letter case (READ-21); -1: there is none. */
export function placeOfGenre(genres: readonly Genre[], name: string): number {
  const wanted = name.toLowerCase()
  return genres.findIndex(({ genre }) => genre.toLowerCase() === wanted)
}
