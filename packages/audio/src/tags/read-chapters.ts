import type { IAudioMetadata } from 'music-metadata'
import { cleanText } from './tag-text.ts'

/** A part of a long recording. */
export interface Chapter {
  /** In milliseconds from the start of the track. */
  readonly startMs: number
  /** '' if it has none. */
  readonly title: string
}

/** More are not read. */
export const MAX_CHAPTERS = 1_000
/** In characters. */
export const MAX_CHAPTER_TITLE = 300
/** Beyond a week, a time is a mistake. */
const MAX_MS = 7 * 86_400_000
const VORBIS = /^CHAPTER(\d{1,4})(NAME)?$/i
const TIME = /^\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,9}))?\s*$/

/**
 * The chapters in the tags, in order: of MP4 (chapter tracks and Nero's list), ID3v2 (CHAP in the order of CTOC) and Vorbis
 * comments. The library bounds what it reads of the first two. None if there is only one, which says nothing.
 */
export function readChapters({ format, native }: IAudioMetadata): Chapter[] {
  const found = [...readListed(format), ...readVorbis(native.vorbis ?? [])]
  const byStart = new Map<number, Chapter>()
  for (const chapter of found.slice(0, MAX_CHAPTERS)) {
    const { startMs } = chapter
    if (startMs >= 0 && startMs <= MAX_MS && !byStart.has(startMs)) byStart.set(startMs, chapter)
  }
  const chapters = [...byStart.values()].sort((one, other) => one.startMs - other.startMs)
  return chapters.length > 1 ? chapters : []
}

/** `start` is in units of the time scale, in seconds without one. */
function readListed({ chapters = [] }: IAudioMetadata['format']): Chapter[] {
  return chapters.slice(0, MAX_CHAPTERS).flatMap(({ start, timeScale, title }) => {
    const startMs = Math.round((start / (timeScale || 1)) * 1_000)
    return Number.isFinite(startMs) ? [{ startMs, title: cleanTitle(title) }] : []
  })
}

/** `CHAPTER001=00:01:02.500` and `CHAPTER001NAME=Title`. */
function readVorbis(tags: readonly { readonly id: string; readonly value: unknown }[]): Chapter[] {
  const starts = new Map<number, number>()
  const titles = new Map<number, string>()
  for (const { id, value } of tags) {
    const [, number, isName] = VORBIS.exec(id) ?? []
    if (number === undefined || typeof value !== 'string') continue
    const startMs = isName ? undefined : parseTime(value)
    if (isName) titles.set(Number(number), cleanTitle(value))
    else if (startMs !== undefined && starts.size < MAX_CHAPTERS) starts.set(Number(number), startMs)
  }
  return Array.from(starts, ([number, startMs]) => ({ startMs, title: titles.get(number) ?? '' }))
}

function parseTime(text: string): number | undefined {
  const [, hours = '0', minutes, seconds, fraction = ''] = TIME.exec(text.slice(0, 32)) ?? []
  if (minutes === undefined || Number(seconds) > 59) return undefined
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1_000 + Math.round(Number(`0.${fraction || 0}`) * 1_000)
}

const cleanTitle = (title: unknown) => (typeof title === 'string' ? cleanText(title, MAX_CHAPTER_TITLE) : '')
