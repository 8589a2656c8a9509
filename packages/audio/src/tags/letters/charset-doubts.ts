import { EASTERN_LATIN } from './eastern-latin.ts'

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** A letter of Latin beside one of another script, inside a word: what Latin-1 looks like in a wrong character set. */
const MIXED = /[a-z](?=[^\p{ASCII}\p{P}\p{S}\p{Z}])|(?<=[^\p{ASCII}\p{P}\p{S}\p{Z}])[a-z]/giu
const BEYOND_ASCII = /[^\p{ASCII}\p{P}\p{S}\p{Z}]/gu
/** No word of Latin has so many letters beyond ASCII in a row. */
const WORD = /[^\p{ASCII}\p{P}\p{S}\p{Z}]{3}/u
/** Latin has it, too, but hardly as a whole text: "Þú". */
const SHORT_WORD = /[^\p{ASCII}\p{P}\p{S}\p{Z}]{2}/u
/** Of the letters of a long text, such as lyrics. */
const MAX_MIXED_UNICODE = 0.02

/** How often letters of Latin and of another script are beside each other. */
export const countMixed = (text: string): number => count(text, MIXED)

export const countBeyondAscii = (text: string): number => count(text, BEYOND_ASCII)

/**
 * Whether a text of an album is in the character set that was detected for the album, as others of it are.
 * @param decoded the text in that
 * @param kind of the tag: `unmarked` without a character set or with Latin-1, which programs write whatever it is; `unicode` is right
 * unless it was converted from an unmarked one; `id3` is Unicode beside which the same tag could have been unmarked
 */
export function isInDetected(
  decoded: string,
  charset: string,
  kind: 'unmarked' | 'unicode' | 'id3',
): boolean {
  // Only ID3 tells apart what is right there and what is Latin of the East, which has letters of both.
  if (EASTERN_LATIN.has(charset)) return kind !== 'id3'
  const mixed = countMixed(decoded)
  if (kind === 'unmarked') return mixed * 2 <= countBeyondAscii(decoded)
  const isWord = WORD.test(decoded) || (SHORT_WORD.test(decoded) && !/[a-z]/i.test(decoded))
  return isWord && mixed <= countBeyondAscii(decoded) * MAX_MIXED_UNICODE
}
