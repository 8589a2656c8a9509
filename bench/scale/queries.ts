import { inventTitles } from '../data/invent-titles.ts'
import { mix, pick } from '../data/mix.ts'

const TITLES = 5_000
const CONSONANTS = 'bcdfghjklmnpqrstvwxz'

/** What people type: beginnings of words, and of a title's first words, from `least` to `most` letters; each once. */
export function typedQueries(least: number, most: number): string[] {
  const title = inventTitles()
  const queries = new Set<string>()
  for (let n = 0; n < TITLES; n++) {
    const words = title().toLowerCase().split(' ')
    const from = pick(words.length, n, 40)
    const rest = words.slice(from).join(' ')
    const letters = [...rest].slice(0, least + pick(most - least + 1, n, 41)).join('')
    if (letters.trim().length >= least) queries.add(letters.trim())
  }
  return [...queries]
}

/** Texts that no title contains: of two letters and of more. */
export function absentQueries(): string[] {
  const letter = (n: number, at: number) => CONSONANTS[pick(CONSONANTS.length, n, 50 + at)]
  return Array.from({ length: TITLES }, (_, n) => {
    const length = mix(n, 42) < 0.2 ? 2 : 3 + pick(5, n, 43)
    return length === 2 ? `${letter(n, 0)}x` : Array.from({ length }, (_, at) => letter(n, at)).join('')
  })
}
