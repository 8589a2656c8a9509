import type { LyricsLine } from '@refrain/contract/media/lyrics'

/** `[ar:…]`, `[offset:…]` and their kind: about the lyrics, not of them. */
const ABOUT = /^\s*\[([a-z#]+):(.*)\]\s*$/i
const STAMPS = /^\s*((?:\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\]\s*)+)/
const STAMP = /\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]/g
/** Some files time each word as well. */
const WORD_STAMPS = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>/g
/** Nobody sings this many; a file of damaged or hostile text may claim them. */
const MOST_LINES = 10_000
const MOST_OF_A_LINE = 1_000
/** A line that is sung over and over names each time. */
const MOST_STAMPS = 100
/** Of all lines together, repeated ones as often as they come. */
const MOST_IN_ALL = 256 * 1024

/**
 * The lines of lyrics.
 * @param synced true where the text is LRC: then each line has its time, and they come in order
 */
export function parseLyrics(body: string, synced: boolean): LyricsLine[] {
  if (body === '') return []
  if (synced) return readTimedLines(body)
  const lines = body.split('\n', MOST_LINES)
  return lines.map(text => ({ seconds: null, text: text.trim().slice(0, MOST_OF_A_LINE).toWellFormed() }))
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
      .slice(0, MOST_OF_A_LINE)
      .toWellFormed()
    // A line that goes on has no time of its own.
    const goesOn = stamps === '' && text !== '' ? [lines.at(-1)?.seconds ?? 0] : []
    const times = stamps === '' ? goesOn : timesOf(stamps)
    length += times.length * text.length
    if (lines.length + times.length > MOST_LINES || length > MOST_IN_ALL) break
    for (const seconds of times) lines.push({ seconds, text })
  }
  return lines
    .map(({ seconds, text }) => ({ seconds: Math.max(0, Math.round(seconds * 1000 - offset) / 1000), text }))
    .sort((one, other) => one.seconds - other.seconds)
}

/** Milliseconds by which the lines come earlier. */
function readOffset(text: string): number {
  return /^\s*[-+]?\d{1,6}\s*$/.test(text) ? Number(text) : 0
}

function timesOf(stamps: string): number[] {
  return Array.from(stamps.matchAll(STAMP), secondsOf).slice(0, MOST_STAMPS)
}

function secondsOf([, minutes, seconds, fraction = '']: RegExpExecArray): number {
  return Number(minutes) * 60 + Number(seconds) + Number(fraction) / 10 ** fraction.length
}
