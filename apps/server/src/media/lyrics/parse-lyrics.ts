import type { LyricsLine } from '@refrain/contract/media/lyrics'

/** Metadata such as `[ar:…]` and `[offset:…]`. */
const ABOUT = /^\s*\[([a-z#]+):(.*)\]\s*$/i
const STAMPS = /^\s*((?:\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\]\s*)+)/
const STAMP = /\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]/g
/** Some files have timestamps for words as well. */
const WORD_STAMPS = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>/g
/** Maximum number of lines; damaged or hostile files may have more. */
const MAX_LINES = 10_000
const MAX_LINE_LENGTH = 1_000
/** Maximum number of timestamps of one repeated line. */
const MAX_STAMPS = 100
/** Of all lines together; repeated lines count each time. */
const MAX_TOTAL_LENGTH = 256 * 1024

/**
 * Parses lyrics.
 * @param synced true for LRC: each line gets its timestamp, sorted
 */
export function parseLyrics(body: string, synced: boolean): LyricsLine[] {
  if (body === '') return []
  if (synced) return readTimedLines(body)
  const lines = body.split('\n', MAX_LINES)
  return lines.map(text => ({ seconds: null, text: text.trim().slice(0, MAX_LINE_LENGTH).toWellFormed() }))
}

function readTimedLines(body: string): LyricsLine[] {
  const lines: { seconds: number; text: string }[] = []
  let offset = 0
  let length = 0
  for (const line of body.split('\n')) {
    const [, name, value] = ABOUT.exec(line) ?? []
    if (name !== undefined) {
      if (name.toLowerCase() === 'offset') offset = readOffset(value ?? '')
      continue
    }
    const stamps = STAMPS.exec(line)?.[1] ?? ''
    const text = line
      .slice(line.indexOf(stamps) + stamps.length)
      .replaceAll(WORD_STAMPS, '')
      .trim()
      .slice(0, MAX_LINE_LENGTH)
      .toWellFormed()
    // A continuation line has no timestamp.
    const goesOn = stamps === '' && text !== '' ? [lines.at(-1)?.seconds ?? 0] : []
    const times = stamps === '' ? goesOn : timesOf(stamps)
    length += times.length * text.length
    if (lines.length + times.length > MAX_LINES || length > MAX_TOTAL_LENGTH) break
    for (const seconds of times) lines.push({ seconds, text })
  }
  return lines
    .map(({ seconds, text }) => ({ seconds: Math.max(0, Math.round(seconds * 1000 - offset) / 1000), text }))
    .sort((one, other) => one.seconds - other.seconds)
}

/** Milliseconds to subtract from all timestamps. */
function readOffset(text: string): number {
  return /^\s*[-+]?\d{1,6}\s*$/.test(text) ? Number(text) : 0
}

function timesOf(stamps: string): number[] {
  return Array.from(stamps.matchAll(STAMP), secondsOf).slice(0, MAX_STAMPS)
}

function secondsOf([, minutes, seconds, fraction = '']: RegExpExecArray): number {
  return Number(minutes) * 60 + Number(seconds) + Number(fraction) / 10 ** fraction.length
}
