import { foldName } from '@refrain/contract/fold-name'

/** More parts than a list of names has; the rest stays with the last. */
const MAX_PARTS = 64
/** Longest run of parts that may be one name, such as "M/A/R/R/S" and "Dave Dee, Dozy, Beaky, Mick & Tich". */
const MAX_RUN = 8
/** Names hardly hold what separates the texts of a list. */
const MAX_LIST_RUN = 3
const LIST = /[;；\0]/

/** A text between separators, with its place in the whole. */
interface Part {
  readonly start: number
  readonly end: number
}

/** Finds the parts of a text between separators. @param separators with the flag `g` */
function findParts(text: string, separators: RegExp): Part[] {
  const parts: Part[] = []
  let start = 0
  for (const match of text.matchAll(separators)) {
    if (parts.length === MAX_PARTS - 1) break
    parts.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  parts.push({ start, end: text.length })
  return parts
}

/** Takes a text apart, except within names that are one. @param isOne asked for folded names, longest first */
export function splitText(text: string, separators: RegExp, isOne: (name: string) => boolean): string[] {
  const parts = findParts(text, separators)
  const pieces: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const { start, end } = parts[at]!
    let piece = text.slice(start, end)
    for (let last = Math.min(parts.length, at + MAX_RUN) - 1; last > at; last--) {
      const run = text.slice(start, parts[last]!.end)
      if (!isOne(foldName(run))) continue
      piece = run
      at = last
      break
    }
    if (piece.trim() !== '') pieces.push(piece.trim())
  }
  return pieces
}

/** The runs of parts that could be one name, folded: what `splitText` may ask. */
export function listRuns(text: string, separators: RegExp): string[] {
  const parts = findParts(text, separators)
  const longest = LIST.test(text) ? MAX_LIST_RUN : MAX_RUN
  return parts.flatMap(({ start }, at) =>
    parts.slice(at + 1, at + longest).map(({ end }) => foldName(text.slice(start, end))),
  )
}
