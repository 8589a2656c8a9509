import { analyse } from 'chardet'
import { countBeyondAscii, countMixed } from './charset-doubts.ts'
import { detectEasternLatin } from './eastern-latin.ts'
import { decodeBytes } from './redecode-text.ts'
import { SCRIPTS } from './scripts.ts'
import { bytesOfText } from './text-bytes.ts'

/** Enough for certainty, and read in milliseconds. */
const MAX_BYTES = 8_192
/** Of 100, as the library counts. */
const LEAST_CONFIDENCE = 10

/** Share of the letters beyond ASCII that have another one beside them. */
const LEAST_IN_RUNS = 0.2

/** A capital inside a word: Cyrillic in another character set of Cyrillic. */
const TURNED = /\p{Ll}\p{Lu}/gu
const MAX_MIXED = 0.15
const MAX_TURNED = 0.05
const MAX_OTHER = 0.1

/**
 * Detects the character set of texts that were read as Latin-1, all of one album: a title alone says too little. The library
 * knows the frequencies of letters; what it says is believed only if Latin-1 is impossible.
 * @returns a name for `TextDecoder`, or '' if the texts are right, or nothing is certain
 */
export function detectCharset(texts: readonly string[]): string {
  const parts = firstParts(texts)
  if (parts.length === 0) return ''
  const bytes = joinLines(parts)
  if (standsAlone(bytes)) return detectEasternLatin(parts)
  const found = analyse(bytes)
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .flatMap(({ name }) => SCRIPTS[name] ?? [])
  for (const { charsets, letters, least } of found) {
    const fitting = charsets.filter(charset => fits(decodeBytes(bytes, charset), letters, least))
    if (fitting[0]) return fitting[0]
  }
  return detectEasternLatin(parts)
}

/** Whether most letters beyond ASCII stand beside letters of ASCII, as in Latin: a quick end for most albums. */
function standsAlone(bytes: Uint8Array): boolean {
  const isHigh = (at: number) => (bytes[at] ?? 0) >= 0x80
  let high = 0
  let inRuns = 0
  for (let at = 0; at < bytes.length; at++) {
    if (!isHigh(at)) continue
    high++
    if (isHigh(at - 1) || isHigh(at + 1)) inRuns++
  }
  return inRuns < high * LEAST_IN_RUNS
}

/** The bytes of distinct texts beyond ASCII, as many as are enough. */
function firstParts(texts: readonly string[]): Uint8Array[] {
  const parts: Uint8Array[] = []
  let left = MAX_BYTES
  for (const text of new Set(texts)) {
    const bytes = bytesOfText(text)
    if (!bytes) continue
    if (bytes.length >= left) break
    parts.push(bytes)
    left -= bytes.length + 1
  }
  return parts
}

function joinLines(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(part => [...part, 0x0a]))
}

function fits(text: string | undefined, letters: RegExp, least: number): boolean {
  if (text === undefined) return false
  const own = text.match(letters)?.length ?? 0
  return (
    own >= least &&
    countBeyondAscii(text) - own <= own * MAX_OTHER &&
    countMixed(text) <= own * MAX_MIXED &&
    (text.match(TURNED)?.length ?? 0) <= own * MAX_TURNED
  )
}
