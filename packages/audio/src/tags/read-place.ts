import type { IAudioMetadata } from 'music-metadata'
import { nativeText } from './native-text.ts'
import { cleanText } from './tag-text.ts'

/** Longest text that is read as a number. */
const MAX_TEXT = 32
const MAX_NUMBER = 9_999
const TRACK = [
  'TRCK',
  'TRK',
  'TRACKNUMBER',
  'TRACK',
  'TRKN',
  'WM/TRACKNUMBER',
  'ITRK',
  'IPRT',
  'TRACK:PART_NUMBER',
]
const DISC = ['TPOS', 'TPA', 'DISCNUMBER', 'DISC', 'DISK', 'WM/PARTOFSET', 'ALBUM:PART_NUMBER']

/** Where a track stands in its album. */
export interface Place {
  /** 0 if unknown. */
  readonly disc: number
  /** 0 if unknown. */
  readonly number: number
  /** Side of a record or cassette, such as `A`; '' if the number names none. */
  readonly side: string
}

/** Disc and number in the tags of a file. Each side of a record is a disc. */
export function readPlace(metadata: IAudioMetadata): Place {
  const { track, disk } = metadata.common
  const place = parsePlace(nativeText(metadata, TRACK) || track.no)
  const inTag = parsePlace(nativeText(metadata, DISC) || disk.no)
  const side = place.side || inTag.side
  const disc = inTag.side ? 0 : inTag.number
  return { ...place, side, disc: side ? discOfSide(side, disc) : disc || place.disc }
}

/** How many there are, which follows the number. */
const TOTAL = /\s*(?:[/\\|]|\b(?:of|von|de|di|sur|van)\b).*$/
const WORDS = /^(?:track|titel|piste|side|seite|no|nr|n°|#)[\s.:]*(?=[\da-z])/
const PLAIN = /^(\d{1,9})[.)\]]?$/
const WITH_DISC = /^(?:cd|dis[ck])?\s?(\d{1,2})\s?[-–.:_]\s?(\d{1,3})$/
const ON_SIDE = /^([a-h])[\s.,:_-]{0,2}(\d{1,2})[.)]?$/
const ROMAN = /^(?=[ivxl])(xl|l?x{0,3})(ix|iv|v?i{0,3})[.)]?$/
const SIDE = /^([a-h])[.)]?$/

/**
 * Reads a number as people write it: `3`, `03/12`, `3 of 12`, `1-03` (disc 1), `A1` (side A), `XIV`. A letter alone is a
 * side with one track, unless it is a Roman number.
 */
export function parsePlace(value: unknown): Place {
  const written = cleanText(value, MAX_TEXT).normalize('NFKC').toLowerCase()
  const text = written.replace(TOTAL, '').replace(WORDS, '')
  const place = (number: number, disc = 0, side = '') =>
    number > 0 && number <= MAX_NUMBER ? { disc, number, side: side.toUpperCase() } : NOWHERE
  const plain = PLAIN.exec(text)
  if (plain) return place(Number(plain[1]))
  const withDisc = WITH_DISC.exec(text)
  if (withDisc) return place(Number(withDisc[2]), Number(withDisc[1]))
  const onSide = ON_SIDE.exec(text)
  if (onSide) return place(Number(onSide[2]), 0, onSide[1])
  const roman = ROMAN.exec(text)
  if (roman) return place(romanNumber(`${roman[1]}${roman[2]}`))
  const side = SIDE.exec(text)
  return side ? place(1, 0, side[1]) : NOWHERE
}

const NOWHERE: Place = { disc: 0, number: 0, side: '' }

/** Sides A and B again on each disc, or counted on: A to D on two. */
function discOfSide(side: string, disc: number): number {
  const place = side.charCodeAt(0) - 'A'.charCodeAt(0) + 1
  return place <= 2 ? Math.max(disc - 1, 0) * 2 + place : place
}

const DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 }

function romanNumber(roman: string): number {
  const digits = Array.from(roman, letter => DIGITS[letter] ?? 0)
  return digits.reduce((sum, digit, n) => sum + (digit < (digits[n + 1] ?? 0) ? -digit : digit), 0)
}
