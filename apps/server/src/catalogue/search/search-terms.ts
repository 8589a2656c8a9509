const BEFORE_SURROGATES = 0xd7_ff
const AFTER_SURROGATES = 0xe0_00

/** The least text that comes after all that begin with `text`; by code points, as both databases order. */
export function prefixUpperBound(text: string): string {
  const letters = [...text]
  const last = letters.pop()?.codePointAt(0) ?? 0
  const next = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1
  return letters.join('') + String.fromCodePoint(next)
}

const TRIGRAM = 3
/** Further ones would hardly leave fewer candidates, each of which is looked at anyway. */
const MOST_TRIGRAMS = 20

/**
 * What SQLite's index of trigrams is asked for the rows that may hold `query` (each has still to be looked
 * at), '' where there is no trigram to ask for.
 * @param before only rows that have one of these before the query
 */
export function trigramQuery(query: string, before: readonly string[] = []): string {
  const letters = [...query]
  const whole = trigramsOf(query).slice(0, MOST_TRIGRAMS).map(quote)
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

/** A phrase of the index's own language, in which nothing but a quote means anything. */
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
