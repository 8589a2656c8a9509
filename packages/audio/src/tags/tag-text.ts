/** Longest text kept from a tag; what is longer is a mistake, not a title. */
export const MOST_TEXT = 300

/** A tag's text made fit to show: one line, NFC, without control characters and doubled spaces, not too long. */
export function cleanText(value: unknown, most: number = MOST_TEXT): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = inOneForm(String(value).slice(0, most * 8))
  return cutTo(
    text
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .trim(),
    most,
  )
}

/** Text of several lines made fit to show: line ends as `\n`, NFC, without other control characters. */
export function cleanLines(value: string, most: number): string {
  const text = inOneForm(value.slice(0, most)).replaceAll(/\r\n?/g, '\n')
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '').trim()
}

/** NFC, at most 30 marks on one letter: putting them in order takes the square of their number. */
function inOneForm(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFC')
}

function cutTo(text: string, most: number): string {
  if (text.length <= most) return text
  return text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()
}
