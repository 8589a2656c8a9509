/**
 * The least number of letters to replace, insert, remove or swap with the next that makes one word of another: the distance
 * of optimal string alignment.
 * @param options.isUnfinished compares `word` with the beginning of `with` that is nearest
 * @param options.most greater distances are of no interest
 * @returns undefined if it is greater
 * @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
 */
export function wordDistance(
  word: string,
  other: string,
  { most, isUnfinished = false }: { most: number; isUnfinished?: boolean },
): number | undefined {
  if (isUnfinished ? other.startsWith(word) : other === word) return 0
  if (most === 0 || word.length - other.length > most) return undefined
  if (!isUnfinished && other.length - word.length > most) return undefined
  // Of a longer word only so much can be the beginning that is meant.
  const { least, whole } = align(word, other.slice(0, word.length + most))
  const distance = isUnfinished ? least : whole
  return distance <= most ? distance : undefined
}

/** Distances of a word from another: from all of it, and the least from a beginning of it. */
function align(word: string, other: string): { whole: number; least: number } {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= word.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = last[j - 1]! + (word[i - 1] === other[j - 1] ? 0 : 1)
      let cost = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1)
      const isSwapped = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]
      if (isSwapped) cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return { whole: last[other.length]!, least: Math.min(...last) }
}
