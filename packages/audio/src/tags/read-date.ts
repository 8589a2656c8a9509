import type { IAudioMetadata } from 'music-metadata'
import { nativeText } from './native-text.ts'
import { cleanText } from './tag-text.ts'

/** Longest text that is read as a date. */
const MAX_TEXT = 64
/** Earlier years are counters, times and other mistakes. */
const FIRST_YEAR = 1000
/** Languages whose names of months are known. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'tr', 'ru']

export interface Dates {
  /** Of this release: `2024`, `2024-05` or `2024-05-03`; '' if unknown. */
  readonly date: string
  /** When the album first came out, which may have been in another release; in the same form. */
  readonly originalDate: string
}

/** The dates in the tags of a file. */
export function readDates(metadata: IAudioMetadata): Dates {
  const { common } = metadata
  // ID3v2.3 has the year in a frame, and day and month (DDMM) in another. The library reads the start of the year as a number.
  const year = nativeText(metadata, ['TYER', 'TYE'])
  const [, day, month] = /^\s*(\d\d)(\d\d)\s*$/.exec(nativeText(metadata, ['TDAT', 'TDA'])) ?? []
  const inFrames = day && /^\s*\d{4}\s*$/.test(year) ? `${year.trim()}-${month}-${day}` : year
  return {
    date: firstDate(common.date, inFrames, common.releasedate, common.year),
    originalDate: firstDate(
      common.originaldate,
      nativeText(metadata, ['TORY', 'TOR', 'ORIGINALYEAR']),
      common.originalyear,
    ),
  }
}

function firstDate(...values: readonly unknown[]): string {
  for (const value of values) {
    const date = parseDate(value)
    if (date) return date
  }
  return ''
}

type Parts = { [name in 'a' | 'sign' | 'b' | 'y' | 'm' | 'd']?: string | undefined }

/** How people write dates, at the beginning of a text. */
const FORMS: readonly RegExp[] = [
  /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)?(?!\d)/,
  /^(?<y>\d{4})\s?[-/.:年]\s?(?<m>\d{1,2})(?!\d)(?:\s?[-/.:月]\s?(?<d>\d{1,2})(?!\d))?/,
  /^(?<a>\d{1,2})\s?(?<sign>[-/.])\s?(?<b>\d{1,2})\s?\k<sign>\s?(?<y>\d{4})(?!\d)/,
  /^(?<m>\d{1,2})\s?[-/.]\s?(?<y>\d{4})(?!\d)/,
]
const YEAR = /(?<!\d)\d{4}(?!\d)/g
const DAY = /(?<![\d:])\d{1,2}(?![\d:])/

/**
 * The date that a text says, as exactly as it certainly does: `2004-00-00` → `2004`, `05.2004` → `2004-05`,
 * `circa 1968` → `1968`, `Oct 3, 1995` → `1995-10-03`.
 * @returns `2024`, `2024-05`, `2024-05-03`, or '' for a text without a plausible year
 */
export function parseDate(value: unknown): string {
  const text = cleanText(value, MAX_TEXT).normalize('NFKC').toLowerCase()
  for (const form of FORMS) {
    const parts: Parts | undefined = form.exec(text)?.groups
    if (parts && isYear(parts.y)) return completeDate(orderDay(parts))
  }
  const y = text.match(YEAR)?.find(isYear)
  if (!y) return ''
  const month = text.match(/\p{L}{3,}/gu)?.flatMap(word => monthOf(word) ?? [])[0]
  return month ? completeDate({ y, m: String(month), d: DAY.exec(text)?.[0] }) : y
}

function isYear(text: string | undefined): text is string {
  return Number(text) >= FIRST_YEAR && Number(text) <= new Date().getUTCFullYear() + 1
}

/** Only Americans write the month first, and with slashes: where both are possible, neither is taken. */
function orderDay({ a, b, sign, ...parts }: Parts): Parts {
  if (!a || !b) return parts
  if (Number(b) > 12) return { ...parts, m: a, d: b }
  return sign === '/' && Number(a) <= 12 && a !== b ? parts : { ...parts, m: b, d: a }
}

function completeDate({ y, m, d }: Parts): string {
  if (!m || Number(m) < 1 || Number(m) > 12) return y!
  const month = `${y}-${m.padStart(2, '0')}`
  const whole = `${month}-${(d ?? '').padStart(2, '0')}`
  const instant = new Date(`${whole}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(whole) ? whole : month
}

let months: Map<string, number> | undefined

/** 1 to 12 for a name of a month, or an English or German abbreviation of it. */
function monthOf(word: string): number | undefined {
  months ??= listMonths()
  return months.get(word)
}

function listMonths(): Map<string, number> {
  const names = new Map<string, number>()
  for (const language of LANGUAGES) {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
    for (let month = 1; month <= 12; month++) {
      const parts = format.formatToParts(Date.UTC(2000, month - 1, 1))
      const name = parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? ''
      names.set(name, month)
      if (language === 'en' || language === 'de') names.set(name.slice(0, 3), month)
    }
  }
  return names.set('sept', 9)
}
