/** More hardly narrow a search, and each costs a pass over an index. */
const MAX_WORDS = 6
/** In shorter words another letter makes another word, unless there are other words to say what is meant. */
const ONE_ERROR = 5
const MANY_WORDS = 2
const TWO_ERRORS = 9
/** Letters by which an index finds rows soon. */
const MIN_PART = 3

/** A word of a query, and how it may differ from what it stands for. */
export interface QueryWord {
  readonly text: string
  /** Letters that may be wrong, missing, too many or swapped. */
  readonly slack: number
  /** The last one may be unfinished. */
  readonly isUnfinished: boolean
  /**
   * A text that has the word with so many errors has one of these as it is; of words up to six letters most texts do. Empty if
   * an index would hardly find it sooner.
   */
  readonly parts: readonly string[]
}

/** Words of a folded text: letters and digits between anything else. */
export const splitWords = (folded: string): string[] => folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** @param folded query. @param options.forgives whether letters may be wrong */
export function readQueryWords(folded: string, { forgives }: { forgives: boolean }): QueryWord[] {
  const words = [...new Set(splitWords(folded))].slice(0, MAX_WORDS)
  return words.map((text, at) => {
    const slack = !forgives ? 0 : slackOf([...text].length, words.length)
    return { text, slack, isUnfinished: at === words.length - 1, parts: partsOf(text, slack) }
  })
}

function slackOf(length: number, words: number): number {
  if (length < ONE_ERROR - (words < MANY_WORDS ? 0 : 1)) return 0
  return length < TWO_ERRORS ? 1 : 2
}

/** Parts of a word of which so many errors leave one as it is, also where two letters are swapped. */
function partsOf(text: string, slack: number): string[] {
  const letters = [...text]
  const cut = (from: number, to: number) => letters.slice(from, to).join('')
  const { length } = letters
  if (length < MIN_PART) return []
  if (slack === 0) return [text]
  if (slack === 2) {
    const third = Math.floor(length / 3)
    return [cut(0, third), cut(third, 2 * third), cut(2 * third, length)]
  }
  // An error in the middle letter, or in it and a neighbour, leaves the other part.
  const middle = Math.floor(length / 2)
  if (length > 2 * MIN_PART) return [cut(0, middle), cut(middle + 1, length)]
  return [cut(0, MIN_PART), cut(length - MIN_PART, length)]
}
