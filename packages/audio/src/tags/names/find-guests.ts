import { foldName } from '@refrain/contract/fold-name'
import type { NameRule } from './name-rule.ts'
import { splitText } from './text-parts.ts'

/** In brackets "with" introduces guests, too. "ft." after a number is a length: "10 ft. Ganja Plant". */
const BRACKETED = /\s*[([{]\s*(?:feat\.?|ft\.?|featuring|with)\s+([^)\]}]+)[)\]}]?/iu
/** A guest of a title ends where the next bracket or " - " begins. */
const OPEN = /(?<=\S)\s+(?:feat\.?|(?<!\d\s*)ft\.?|featuring)\s+(.+?)(?=\s+[([{]|\s+[-–—]\s|$)/iu
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
  const none = { lead: text, guests: [] }
  if (rule.wholeNames.has(foldName(text)) || stands(foldName(text))) return none
  const found = BRACKETED.exec(text) ?? OPEN.exec(text)
  const written = found?.[1]?.trim() ?? ''
  const isWith = found !== null && /^\s*[([{]\s*with\s/iu.test(found[0])
  if (!found || written === '' || (isWith && NOBODY.test(written))) return none
  const before = text.slice(0, found.index).trimEnd()
  if (before === '') return none
  const isOne = (name: string) => rule.wholeNames.has(name) || stands(name)
  const guests = splitText(written, rule.separators, isOne).flatMap(one => splitText(one, BETWEEN, isOne))
  return { lead: `${before}${text.slice(found.index + found[0].length)}`.trim(), guests }
}
