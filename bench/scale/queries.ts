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

/** The shortest word in which an error is forgiven. */
const FORGIVEN = 5

/** Titles with a wrong letter in their longest word, if that is long enough. */
export function mistypedQueries(): string[] {
  const title = inventTitles()
  return Array.from({ length: TITLES }, () => title().toLowerCase().split(' ')).flatMap((words, n) => {
    const at = words.reduce((longest, word, i) => (word.length > words[longest]!.length ? i : longest), 0)
    const letters = [...words[at]!]
    if (letters.length < FORGIVEN) return []
    letters[pick(letters.length, n, 44)] = CONSONANTS[pick(CONSONANTS.length, n, 45)]!
    return [words.with(at, letters.join('')).join(' ')]
  })
}

/** Texts that no title contains: of two letters and of more. */
export function absentQueries(): string[] {
  const letter = (n: number, at: number) => CONSONANTS[pick(CONSONANTS.length, n, 50 + at)]
  return Array.from({ length: TITLES }, (_, n) => {
    const length = mix(n, 42) < 0.2 ? 2 : 3 + pick(5, n, 43)
    return length === 2 ? `${letter(n, 0)}x` : Array.from({ length }, (_, at) => letter(n, at)).join('')
  })
}
