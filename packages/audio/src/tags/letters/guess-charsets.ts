import { analyse } from 'chardet'
import { cleanText } from '../tag-text.ts'
import { countMixed } from './charset-doubts.ts'
import { decodeBytes } from './redecode-text.ts'
import { SCRIPTS } from './scripts.ts'
import { bytesOfText } from './text-bytes.ts'

/** Texts that look broken, and how they would read in other character sets. */
export interface GuessedCharsets {
  readonly texts: readonly string[]
  /** The likeliest first. */
  readonly readings: readonly Reading[]
}

interface Reading {
  /** A name for `TextDecoder`. */
  readonly charset: string
  /** The same texts. */
  readonly texts: readonly string[]
}

/** As many as a person needs to judge the readings. */
const MAX_TEXTS = 3
const MAX_READINGS = 6
/** Of each text. */
const MAX_LENGTH = 80
/** Of the letters of a broken text, those beyond ASCII. */
const LEAST_HIGH = 0.5
/** Of the letters and signs beyond ASCII in a reading, those of its script. */
const LEAST_OWN = 0.8

const ASCII_LETTER = /[a-z]/gi
/** What a text of Latin-1 has beyond ASCII, but for the punctuation of right titles. */
const HIGH = /[^\p{ASCII}\u00a0–—‘’“”…•«»°·©®™]/gu
const HIGH_RUN = /[^\p{ASCII}\u00a0–—‘’“”…•«»°·©®™]{2}/u
/** Letters that stand side by side in Finnish, Estonian and Icelandic, and signs that do so in right titles. */
const USUAL = /[äöüåæøõéóðþ£¥€¡¿×÷]/giu
const BEYOND_ASCII = /[^\p{ASCII}\p{P}\p{Z}]|[§¶]/gu
/** A capital inside a word: an alphabet in another of its character sets. */
const TURNED = /\p{Ll}\p{Lu}/u

/**
 * Lists the character sets in which texts that were read as Latin-1 and look broken make sense, for a person to choose
 * from: that needs less certainty than `detectCharset`.
 * @param texts all of one album
 * @returns undefined if none looks broken, or none of the character sets makes sense of them
 */
export function guessCharsets(texts: readonly string[]): GuessedCharsets | undefined {
  const broken = [...new Set(texts)].filter(looksBroken).slice(0, MAX_TEXTS)
  // Those of a sampler may be in several character sets.
  for (const some of [broken, ...broken.map(text => [text])]) {
    const readings = readIn(some)
    if (readings.length > 0) return { texts: some.map(shorten), readings: readings.slice(0, MAX_READINGS) }
  }
  return undefined
}

/** The different ways in which all of the texts make sense. */
function readIn(broken: readonly string[]): Reading[] {
  if (broken.length === 0) return []
  const parts = broken.map(text => bytesOfText(text) ?? new Uint8Array())
  const readings = new Map<string, Reading>()
  for (const { charset, letters } of rankCharsets(parts)) {
    const decoded = parts.map(part => decodeBytes(part, charset))
    if (isOfScript(decoded, letters) && !readings.has(decoded.join('\n')))
      readings.set(decoded.join('\n'), { charset, texts: decoded.map(shorten) })
  }
  return [...readings.values()]
}

/** Whether most letters are beyond ASCII, some side by side: in right texts of Latin-1 they stand among others. */
export function looksBroken(text: string): boolean {
  const high = count(text, HIGH)
  return (
    high >= (high + count(text, ASCII_LETTER)) * LEAST_HIGH &&
    HIGH_RUN.test(text) &&
    high > count(text, USUAL) &&
    bytesOfText(text) !== undefined
  )
}

/** Character sets in the order in which the library believes in them, then the others. */
function rankCharsets(parts: readonly Uint8Array[]) {
  const lines = Buffer.concat(parts.flatMap(part => [part, Uint8Array.of(0x0a)]))
  const believed = analyse(lines).flatMap(({ name }) => SCRIPTS[name] ?? [])
  return [...new Set([...believed, ...Object.values(SCRIPTS)])].flatMap(({ charsets, letters }) =>
    charsets.map(charset => ({ charset, letters })),
  )
}

function isOfScript(decoded: readonly (string | undefined)[], letters: RegExp): decoded is string[] {
  return decoded.every(text => {
    if (text === undefined || TURNED.test(text) || countMixed(text) > 0) return false
    return count(text, letters) >= Math.max(1, count(text, BEYOND_ASCII) * LEAST_OWN)
  })
}

const shorten = (text: string) => cleanText(text, MAX_LENGTH)
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
