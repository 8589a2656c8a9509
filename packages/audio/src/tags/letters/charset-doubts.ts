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
 * What a tag says of a text: it is marked as Latin-1 or not at all, whatever it is; it is marked as Unicode in ID3, which could say
 * something else; or its kind of tag is always Unicode. Programs also converted texts to Unicode that they took for Latin-1.
 */
export type TextMark = 'latin1' | 'unicode' | 'always-unicode'

/**
 * Whether a text is in the character set that was detected for its album.
 * @param decoded the text as it is in that
 */
export function isInDetected(decoded: string, charset: string, mark: TextMark): boolean {
  // There right and wrong texts look alike: the marks of ID3 decide.
  if (EASTERN_LATIN.has(charset)) return mark !== 'unicode'
  const mixed = countMixed(decoded)
  if (mark === 'latin1') return mixed * 2 <= countBeyondAscii(decoded)
  const isWord = WORD.test(decoded) || (SHORT_WORD.test(decoded) && !/[a-z]/i.test(decoded))
  return isWord && mixed <= countBeyondAscii(decoded) * MAX_MIXED_UNICODE
}
