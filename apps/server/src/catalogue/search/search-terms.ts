const BEFORE_SURROGATES = 0xd7_ff
const AFTER_SURROGATES = 0xe0_00
const GREATEST = '\u{10ffff}'
/** Of titles and names; see MAX_LENGTH in fold-for-search.ts. */
const MAX_LETTERS = 300

/** A text greater than all texts with the prefix, by code points, as both databases compare. */
export function prefixUpperBound(text: string): string {
  const letters = [...text]
  while (letters.at(-1) === GREATEST) letters.pop()
  // Only a longer text of the same letter is greater.
  if (letters.length === 0) return GREATEST.repeat(MAX_LETTERS + 1)
  const last = letters.pop()?.codePointAt(0) ?? 0
  const next = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1
  return letters.join('') + String.fromCodePoint(next)
}

const TRIGRAM = 3

/**
 * The query to SQLite's trigram index for candidates that may contain the text; undefined if it is too short for a trigram.
 * @param before restricts to rows that have one of these characters before the text
 */
export function trigramQuery(text: string, before: readonly string[] = []): string | undefined {
  const letters = [...text]
  const whole = mostTelling(partsOf(text, TRIGRAM)).map(quote)
  if (before.length === 0) return whole.length > 0 ? whole.join(' AND ') : undefined
  if (letters.length < TRIGRAM - 1) return undefined
  const beginning = letters.slice(0, TRIGRAM - 1).join('')
  const beginnings = before.map(letter => quote(letter + beginning))
  return [`(${beginnings.join(' OR ')})`, ...whole].join(' AND ')
}

/** PostgreSQL indexes all parts of so many letters, and single letters. */
export const MAX_GRAM = 2

/** Parts of the text by which PostgreSQL finds it. */
export function gramsOf(text: string): string[] {
  return [...text].length <= MAX_GRAM ? [text] : partsOf(text, MAX_GRAM)
}

export const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

/** The distinct parts of a text with so many letters each. */
function partsOf(text: string, length: number): string[] {
  const letters = [...text]
  const count = Math.max(0, letters.length - length + 1)
  return [...new Set(Array.from({ length: count }, (_, at) => letters.slice(at, at + length).join('')))]
}

/** More would hardly reduce the number of candidates, and each costs a pass over all rows that have it. */
const MAX_TRIGRAMS = 3

/** Those of the trigrams that few rows have: first of two words, then from the end, the start and the middle. */
function mostTelling(trigrams: readonly string[]): string[] {
  const ofTwoWords = trigrams.filter(trigram => /^. .$/su.test(trigram)).slice(0, MAX_TRIGRAMS - 1)
  const others = [trigrams.at(-1), trigrams[0], trigrams[Math.floor((trigrams.length - 1) / 2)]]
  return [...new Set([...ofTwoWords, ...others])]
    .filter(trigram => trigram !== undefined)
    .slice(0, MAX_TRIGRAMS)
}

/** A phrase in the syntax of FTS5. */
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
