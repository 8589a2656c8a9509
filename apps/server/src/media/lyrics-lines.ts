import type { LyricsLine } from '@refrain/contract/media'

/** `[ar:…]`, `[offset:…]` and their kind: about the lyrics, not of them. */
const ABOUT = /^\s*\[([a-z#]+):(.*)\]\s*$/i
const STAMPS = /^\s*((?:\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\]\s*)+)/
const STAMP = /\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]/g
/** Some files time each word as well. */
const WORD_STAMPS = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>/g
/** A line that is sung over and over names each time; nobody sings this many. */
const MOST_LINES = 10_000

/**
 * The lines of lyrics.
 * @param synced true where the text is LRC: then each line has its time, and they come in order
 */
export function readLines(body: string, synced: boolean): LyricsLine[] {
  if (body === '') return []
  return synced ? readTimedLines(body) : body.split('\n').map(text => ({ seconds: null, text: text.trim() }))
}

function readTimedLines(body: string): LyricsLine[] {
  const lines: { seconds: number; text: string }[] = []
  let offset = 0
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
    if (stamps === '') {
      // A line that goes on without a time of its own.
      if (text !== '') lines.push({ seconds: lines.at(-1)?.seconds ?? 0, text })
    } else for (const stamp of stamps.matchAll(STAMP)) lines.push({ seconds: secondsOf(stamp), text })
    if (lines.length >= MOST_LINES) break
  }
  return lines
    .map(({ seconds, text }) => ({ seconds: Math.max(0, Math.round(seconds * 1000 - offset) / 1000), text }))
    .sort((one, other) => one.seconds - other.seconds)
}

/** Milliseconds by which the lines come earlier. */
function readOffset(text: string): number {
  return /^\s*[-+]?\d{1,6}\s*$/.test(text) ? Number(text) : 0
}

function secondsOf([, minutes, seconds, fraction = '']: RegExpExecArray): number {
  return Number(minutes) * 60 + Number(seconds) + Number(fraction) / 10 ** fraction.length
}
