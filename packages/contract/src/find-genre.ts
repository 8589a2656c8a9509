import type { Genre } from './catalogue.ts'
import { foldName } from './fold-name.ts'

/** A genre's place among the genres, by its name in any letter case (READ-21); -1: there is none. */
export function placeOfGenre(genres: readonly Genre[], name: string): number {
  const wanted = foldName(name)
  return genres.findIndex(({ genre }) => foldName(genre) === wanted)
}

/** Which daily mix a genre's is: its place among the genres, counted from 1 (READ-20); 0: no such genre. */
export function mixNumber(genres: readonly Genre[], name: string): number {
  return placeOfGenre(genres, name) + 1
}
