import { type QueryWord, splitWords } from './query-words.ts'
import { wordDistance } from './word-distance.ts'

/** For each word of a query its distance from the nearest of a text, undefined where none is near enough. */
export type WordMatches = readonly (number | undefined)[]

/** An error in a word of so many letters always leaves one of its parts. */
export const ALWAYS_IN_PARTS = 7

/** @param form folded title or name */
export function matchWords(form: string, words: readonly QueryWord[]): WordMatches {
  const there = splitWords(form)
  return words.map(word => nearest(word, there))
}

function nearest(word: QueryWord, there: readonly string[]): number | undefined {
  const { text, slack, isUnfinished, parts } = word
  let least: number | undefined
  for (const other of there) {
    // Most words have no part of it: comparing letters takes longer.
    if (text.length >= ALWAYS_IN_PARTS && !parts.some(part => other.includes(part))) continue
    const most = least === undefined ? slack : least - 1
    least = wordDistance(text, other, { most, isUnfinished }) ?? least
    if (least === 0) break
  }
  return least
}

/** The nearest of several texts for each word. */
export const nearestOf = (a: WordMatches, b: WordMatches): WordMatches =>
  a.map((distance, n) => {
    const other = b[n]
    if (distance === undefined || other === undefined) return distance ?? other
    return Math.min(distance, other)
  })

/** @returns undefined unless every word is found */
export function totalDistance(matches: WordMatches): number | undefined {
  let total = 0
  for (const distance of matches) {
    if (distance === undefined) return undefined
    total += distance
  }
  return total
}

export const hasAny = (matches: WordMatches): boolean => matches.some(distance => distance !== undefined)
