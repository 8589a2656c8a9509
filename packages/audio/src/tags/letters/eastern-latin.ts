import { decodeBytes } from './redecode-text.ts'

/** A language whose letters are others, or signs, in Latin-1. */
interface Language {
  readonly charsets: readonly string[]
  /** All its letters beyond ASCII. */
  readonly letters: RegExp
  /** Whether these cannot be right texts in Latin-1. */
  isCertain(decoded: string, inLatin1: string): boolean
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** In Icelandic, which has the same bytes, ý is in the first syllable and þ at the beginning of a word; ç and ü are missing. */
const TURKISH = /(?<=[aeıioöuü]\p{L}{0,20})ı|(?<=\p{L})ş/gu
/** In Latin-1, signs inside a word: Polish letters. At its end they may be an exponent or the number of a note. */
const SIGN_INSIDE = /(?<=\p{L})[¹³£¿¶±¼](?=\p{L})/gu
const SIGN_AT_END = /(?<=\p{L})[¹³±]/gu

const LANGUAGES: readonly Language[] = [
  {
    charsets: ['windows-1254'],
    letters: /[çğıöşüâîûÇĞİÖŞÜÂÎÛ]/gu,
    isCertain: decoded => count(decoded, TURKISH) >= (/[çü]/i.test(decoded) ? 1 : 2),
  },
  {
    charsets: ['windows-1250', 'iso-8859-2'],
    letters: /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/gu,
    isCertain: (_, inLatin1) => count(inLatin1, SIGN_INSIDE) >= 1 || count(inLatin1, SIGN_AT_END) >= 2,
  },
]

/** The character sets that may be detected here. */
export const EASTERN_LATIN: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ charsets }) => charsets))

/** Punctuation that Windows-1252 has at the same places. */
const PUNCTUATION = /[\p{ASCII}\p{P}\p{Z}©®™°€]/gu

/** The character set of Turkish or Polish texts; '' if they may be right in Latin-1. */
export function detectEasternLatin(parts: readonly Uint8Array[]): string {
  const inLatin1 = decodeAll(parts, 'windows-1252')
  for (const { charsets, letters, isCertain } of LANGUAGES) {
    for (const charset of charsets) {
      const decoded = decodeAll(parts, charset)
      const isOfLanguage = decoded.replace(PUNCTUATION, '').replace(letters, '') === ''
      if (isOfLanguage && isCertain(decoded, inLatin1)) return charset
    }
  }
  return ''
}

const decodeAll = (parts: readonly Uint8Array[], charset: string) =>
  parts.map(part => decodeBytes(part, charset) ?? '\ufffd').join('\n')
