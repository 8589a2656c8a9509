import { foldName } from '@refrain/contract/fold-name'
import type { NameRule } from './name-rule.ts'
import { listRuns, splitText } from './text-parts.ts'

/** In brackets "with" introduces guests, too. */
const BRACKETED = /\s*[([{]\s*(?:feat\.?|ft\.?|featuring|(with))\s+/iu
/**
 * A guest of a title ends where the next bracket or " - " begins. "ft." after a number is a length: "10 ft. Ganja Plant", "Six Ft.
 * Under".
 */
const OPEN =
  /(?<=\S)\s+(?:feat\.?|(?<!(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand))\s*)ft\.?|featuring)\s+(.+?)(?=\s+[([{]|\s+[-–—]\s|$)/iu
/** "Stay (with me)" and "Live (with Orchestra)" name nobody. */
const NOBODY =
  /^(?:me|you|u|ya|him|her|us|them|it|this|that|my|your|his|our|their|the|an?|no|some|all|every\w*|love|lyrics|intro|outro|strings|orchestra|choir|vocals?|commentary|introduction|bonus\b.*)(?:\s|$)/iu
/** Between guests; before an article it belongs to the name of a band: "Ana Sol & The Lamps". */
const BETWEEN = /\s*,\s*|\s+(?:&|and|\+)\s+(?!(?:the|his|her|los|las|les|die|das|der)\s)/giu

export interface WithGuests {
  /** The text without its guests. */
  readonly lead: string
  readonly guests: readonly string[]
}

/** Finds the guests that an artist's text or a title names: "Ada feat. Bo & Cy", "Rain (with Bo)". */
export function findGuests(
  text: string,
  rule: NameRule,
  stands: (name: string) => boolean = () => false,
): WithGuests {
  const isOne = (name: string) => rule.wholeNames.has(name) || stands(name)
  const cut = isOne(foldName(text)) ? undefined : cutGuests(text)
  if (!cut) return { lead: text, guests: [] }
  const guests = splitText(cut.written, rule.separators, isOne).flatMap(one => splitText(one, BETWEEN, isOne))
  return { lead: cut.lead, guests }
}

/** The runs of guests that could be one name, folded: what `findGuests` may ask about the guests of a text. */
export function listGuestRuns(text: string, rule: NameRule): string[] {
  const written = cutGuests(text)?.written ?? ''
  const pieces = splitText(written, rule.separators, () => false)
  return [...listRuns(written, rule.separators), ...pieces.flatMap(one => listRuns(one, BETWEEN))]
}

/** A text without its guests, and these in one text; undefined if it names none. */
export function cutGuests(text: string): { lead: string; written: string } | undefined {
  const found = findBracketed(text) ?? findOpen(text)
  const before = found && text.slice(0, found.start).trimEnd()
  if (!found || !before || found.written === '') return undefined
  return { lead: `${before}${text.slice(found.end)}`.trim(), written: found.written }
}

interface Found {
  readonly start: number
  readonly end: number
  readonly written: string
}

function findOpen(text: string): Found | undefined {
  const found = OPEN.exec(text)
  return found
    ? { start: found.index, end: found.index + found[0].length, written: found[1]!.trim() }
    : undefined
}

/** Up to the bracket that closes; one that opens inside ends the guests, if it is not within a name such as "f(x)". */
function findBracketed(text: string): Found | undefined {
  const found = BRACKETED.exec(text)
  if (!found) return undefined
  const from = found.index + found[0].length
  let depth = 1
  let namesEnd = 0
  let at = from
  for (; at < text.length && depth > 0; at++) {
    if (/[([{]/.test(text[at]!)) {
      depth++
      if (namesEnd === 0 && at > from && text[at - 1] === ' ') namesEnd = at
    } else if (/[)\]}]/.test(text[at]!)) depth--
  }
  const last = depth === 0 ? at - 1 : at
  const written = text.slice(from, namesEnd || last).trim()
  if (found[1] && NOBODY.test(written)) return { start: found.index, end: at, written: '' }
  return { start: found.index, end: at, written }
}
