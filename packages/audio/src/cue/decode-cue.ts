import { detectCharset } from '../tags/letters/detect-charset.ts'
import { decodeBytes } from '../tags/letters/redecode-text.ts'

const MARKS = [
  { charset: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', mark: [0xff, 0xfe] },
  { charset: 'utf-16be', mark: [0xfe, 0xff] },
]
/** Every other byte of commands in UTF-16 is 0. */
const LEAST_ZEROS = 0.3
const TEXTS = /^[ \t]*(?:TITLE|PERFORMER|FILE|SONGWRITER)[ \t]+(.*)$/gim

/**
 * The text of a cue sheet, which does not say its character set: that of its byte order mark, UTF-8, the operator's, or the
 * one that its names are in.
 * @param forced name of a character set for all but Unicode; '' to detect it
 */
export function decodeCue(bytes: Uint8Array, forced = ''): { text: string; isCertain: boolean } {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  const unicode = marked?.charset ?? guessUtf16(bytes)
  if (unicode) {
    const text = new TextDecoder(unicode).decode(bytes)
    return { text, isCertain: true }
  }
  const text = decodeBytes(bytes, 'utf-8')
  if (text !== undefined) return { text, isCertain: true }
  const latin = Buffer.from(bytes).toString('latin1')
  const charset = forced || detectCharset(Array.from(latin.matchAll(TEXTS), ([, name = '']) => name.trim()))
  const decoded = charset === '' ? undefined : decodeBytes(bytes, charset)
  return { text: decoded ?? new TextDecoder('windows-1252').decode(bytes), isCertain: decoded !== undefined }
}

function guessUtf16(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const least = bytes.length * LEAST_ZEROS
  if (zeros[1]! >= least) return 'utf-16le'
  return zeros[0]! >= least ? 'utf-16be' : undefined
}
