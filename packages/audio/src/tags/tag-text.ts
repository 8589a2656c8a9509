import { limitMarks, repairText } from '@refrain/contract/outside-text'

/** Maximum length of a text tag; longer ones are not titles. */
export const MAX_TEXT = 300
/** Of words in ASCII, with a space between them. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/

/** Normalizes a text tag: one line, NFC, without control characters and repeated spaces, truncated. */
export function cleanText(value: unknown, most: number = MAX_TEXT): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  // Most texts are clean.
  if (typeof value === 'string' && value.length <= most && CLEAN.test(value)) return value
  const text = limitMarks(
    String(value)
      .slice(0, most * 8)
      .toWellFormed(),
  ).normalize('NFC')
  return cutTo(
    text
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .trim(),
    most,
  )
}

/** Normalizes multi-line text: `\n`, NFC, without other control characters. */
export function cleanLines(value: string, most: number): string {
  return repairText(value.slice(0, most), { hasLines: true }).normalize('NFC').trim()
}

function cutTo(text: string, most: number): string {
  if (text.length <= most) return text
  return text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()
}
