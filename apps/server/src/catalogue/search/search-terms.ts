const BEFORE_SURROGATES = 0xd7_ff
const AFTER_SURROGATES = 0xe0_00

/** The smallest text greater than all texts with the prefix, by code points, as both databases compare. */
export function prefixUpperBound(text: string): string {
  const letters = [...text]
  const last = letters.pop()?.codePointAt(0) ?? 0
  const next = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1
  return letters.join('') + String.fromCodePoint(next)
}

const TRIGRAM = 3
/** More would hardly reduce the number of candidates. */
const MAX_TRIGRAMS = 20

/**
 * The query to SQLite's trigram index for candidates that may contain `query`; '' if it is too short for a trigram.
 * @param before restricts to rows that have one of these characters before the query
 */
export function trigramQuery(query: string, before: readonly string[] = []): string {
  const letters = [...query]
  const whole = trigramsOf(query).slice(0, MAX_TRIGRAMS).map(quote)
  if (before.length === 0) return whole.join(' AND ')
  if (letters.length < TRIGRAM - 1) return ''
  const beginning = letters.slice(0, TRIGRAM - 1).join('')
  const beginnings = before.map(letter => quote(letter + beginning))
  return [`(${beginnings.join(' OR ')})`, ...whole].join(' AND ')
}

function trigramsOf(text: string): string[] {
  const letters = [...text]
  return [...new Set(letters.slice(2).map((third, at) => `${letters[at]}${letters[at + 1]}${third}`))]
}

/** A phrase in the syntax of FTS5. */
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
