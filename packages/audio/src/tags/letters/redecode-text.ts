import { bytesOfText } from './text-bytes.ts'

/** How often a text may have been encoded as UTF-8. */
const MAX_ROUNDS = 3
/** Controls, phonetic signs, marks, and areas without letters: no title has them, but wrong decoding does. */
const IMPLAUSIBLE = /[\u0080-\u009f\u0250-\u036f\u0590-\u05cf\ue000-\uf8ff\ufffd]/

/** The first two bytes of a letter in UTF-8, taken for Latin-1 or Windows-1252. */
const LIKE_UTF8 = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

/** Of a text in ID3v1, whose limit may cut a letter. */
const LIMITED_BYTES = 30
/** The longest letter without its last byte. */
const MAX_CUT = 3

/** Decodes bytes, without a letter that was cut off at the limit of ID3v1. @returns undefined if they are not of the charset */
export function decodeBytes(bytes: Uint8Array, charset: string): string | undefined {
  const decoder = decoders.get(charset) ?? new TextDecoder(charset, { fatal: true, ignoreBOM: true })
  decoders.set(charset, decoder)
  const most = bytes.length === LIMITED_BYTES ? MAX_CUT : 0
  for (let cut = 0; cut <= most; cut++) {
    try {
      return decoder.decode(bytes.subarray(0, bytes.length - cut))
    } catch {
      // Bytes that the character set does not have.
    }
  }
  return undefined
}

/** Decodes a text that was read as Latin-1 with its real character set; any other text stays as it is. */
export function redecodeText(text: string, charset: string): string {
  const bytes = bytesOfText(text)
  return (bytes && decodeBytes(bytes, charset)) ?? text
}

/** Reads UTF-8 that was read as Latin-1, also if that happened several times: `MÃ¤dchen` → `Mädchen`. */
export function decodeUtf8(text: string): string {
  let plausible = text
  let last = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // Decoding what is not UTF-8 throws, which takes longer than all else here.
    const next = LIKE_UTF8.test(last) ? redecodeText(last, 'utf-8') : last
    if (next === last) break
    if (!IMPLAUSIBLE.test(next)) plausible = next
    last = next
  }
  return plausible
}

/**
 * Reads UTF-16 whose byte order is not marked and was taken for the other one: then each letter of a common alphabet is
 * far away in Unicode, and its low byte is small.
 */
export function swapUtf16(text: string): string {
  if (text.length < 3 || new Set(text).size < 2) return text
  const units = Array.from({ length: text.length }, (_, n) => text.charCodeAt(n))
  // Small low bytes: Latin, Greek and Cyrillic. 0x20: punctuation such as quotation marks.
  const isSwapped = units.every(unit => unit > 0x04ff && ((unit & 0xff) <= 0x04 || (unit & 0xff) === 0x20))
  return isSwapped ? String.fromCharCode(...units.map(unit => (unit >> 8) | ((unit & 0xff) << 8))) : text
}
