import { foldName } from '../fold-name.ts'
import type { Genre } from './genres.ts'

/** Index of a genre by name, ignoring letter case; -1 if there is none. */
export function findGenreIndex(genres: readonly Genre[], name: string): number {
  const wanted = foldName(name)
  return genres.findIndex(genre => foldName(genre.name) === wanted)
}

/** The number of a genre's daily mix: its position among all genres, from 1; 0 if there is no such genre. */
export function dailyMixNumber(genres: readonly Genre[], name: string): number {
  return findGenreIndex(genres, name) + 1
}
