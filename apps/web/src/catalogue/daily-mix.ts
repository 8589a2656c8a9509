import type { Genre } from '@refrain/contract/catalogue'
import { placeOfGenre } from './find-genre.ts'

/** Which daily mix a genre's is: its place among the genres, counted from 1 (READ-20); 0: no such genre. */
export function mixNumber(genres: readonly Genre[], name: string): number {
  return placeOfGenre(genres, name) + 1
}
