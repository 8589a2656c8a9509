import { readFile } from 'node:fs/promises'

/** Written by `scripts/make-letters.mjs`: letter, advance and outline, with tabs between. */
const FILE = new URL('./letters.txt', import.meta.url)
/** Units of the outlines for one line's height. */
const EM = 200
const ELLIPSIS = '…'
/** Letters of a text that are looked at: more are never seen. */
const MAX_LETTERS = 200

interface Letter {
  readonly advance: number
  readonly outline: string
}

export type Letters = ReadonlyMap<string, Letter>

export interface Box {
  /** In pixels. */
  readonly width: number
  readonly maxLines: number
  /** Heights of a line in pixels, the largest first. */
  readonly sizes: readonly number[]
}

export interface SetText {
  readonly lines: readonly string[]
  /** Height of a line in pixels. */
  readonly size: number
}

let letters: Promise<Letters> | undefined

/** The outlines of letters of European languages. */
export function readLetters(): Promise<Letters> {
  letters ??= readFile(FILE, 'utf8').then(text => {
    const rows = text.trimEnd().split('\n')
    return new Map(
      rows.map(row => {
        const [letter = '', advance, outline = ''] = row.split('\t')
        return [letter, { advance: Number(advance), outline }]
      }),
    )
  })
  letters.catch(() => {
    letters = undefined
  })
  return letters
}

/**
 * Breaks a text into lines, as large as it fits; what fits at no size ends with an ellipsis.
 * @returns undefined if letters are missing, such as those of other scripts
 */
export function setText(
  letters: Letters,
  text: string,
  { width, maxLines, sizes }: Box,
): SetText | undefined {
  const known = text.slice(0, MAX_LETTERS).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  if (![...known].every(letter => letters.has(letter))) return undefined
  for (const size of sizes) {
    const room = (width * EM) / size
    const lines = breakLines(letters, known, room)
    // A word that had to be broken looks better smaller.
    const isLast = size === sizes.at(-1)
    if (lines.length <= maxLines && (isLast || lines.join(' ') === known)) return { lines, size }
    if (!isLast) continue
    const kept = lines.slice(0, maxLines)
    const last = [...kept.pop()!]
    while (last.length > 0 && measure(letters, last.join('') + ELLIPSIS) > room) last.pop()
    return { lines: [...kept, last.join('').trimEnd() + ELLIPSIS], size }
  }
  return undefined
}

/** SVG paths of one line. @param y of its baseline */
export function outlineLine(letters: Letters, line: string, x: number, y: number, size: number): string {
  const scale = size / EM
  let at = 0
  let paths = ''
  for (const letter of line) {
    const { advance, outline } = letters.get(letter)!
    if (outline) paths += `<path transform="translate(${at})" d="${outline}"/>`
    at += advance
  }
  return `<g transform="translate(${x} ${y}) scale(${scale})">${paths}</g>`
}

/** Breaks at blanks, and inside words that are wider than a line. */
function breakLines(letters: Letters, text: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(letters, longer) <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && measure(letters, line + letter) > room) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}

function measure(letters: Letters, text: string): number {
  let width = 0
  for (const letter of text) width += letters.get(letter)!.advance
  return width
}
