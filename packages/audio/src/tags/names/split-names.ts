import { foldName } from '@refrain/contract/fold-name'
import { cleanText } from '../tag-text.ts'
import { cutGuests, findGuests, listGuestRuns } from './find-guests.ts'
import type { NameRule } from './name-rule.ts'
import { listRuns, splitText } from './text-parts.ts'
import type { WrittenNames } from './written-names.ts'

const MAX_NAMES = 32
/** About one text or track: a hostile one would ask for thousands. */
export const MAX_QUESTIONS = 64
const BARE_SLASH = /\//gu
/** What a person reads as a separator, the most at first. Used only where ids say how many names there are. */
const JOINERS = [
  /\s*[/;；、,]\s*|\s+(?:&|and|\+|x|×|vs\.?|with)\s+/giu,
  /\s*[/;；、]\s*|\s+(?:&|and|\+|x|×|vs\.?|with)\s+/giu,
  /\s*[/;；、]\s*/giu,
] as const

export interface CreditedName {
  readonly name: string
  /** MusicBrainz artist id, '' where unknown. */
  readonly mbid: string
  readonly role: 'main' | 'guest'
  /** As tags have it. */
  readonly sortName?: string
}

/** Whether a folded name stands alone elsewhere in the collection. */
export type Stands = (name: string) => boolean

type Piece = Omit<CreditedName, 'mbid'>

/**
 * The names in a field of people, each once. In this order: as many as there are MusicBrainz ids; names that are known to be
 * one; the separators of the rule.
 */
export function splitNames(
  written: WrittenNames,
  rule: NameRule,
  stands: Stands = () => false,
): CreditedName[] {
  const { values, ids, isList } = written
  const byRule = values.flatMap(value => (isList ? [whole(value)] : splitValue(value, written, rule, stands)))
  const byCount = ids.length > 0 && ids.length !== byRule.length ? splitByCount(written, rule) : undefined
  const pieces = byCount ?? byRule
  const leads = pieces.filter(({ role }) => role === 'main').length
  const isKnown = pieces.length === ids.length || (leads === 1 && ids.length === 1)
  const names = pieces
    .slice(0, MAX_NAMES)
    .map(({ name, role }, n) => ({ name: cleanText(name), role, mbid: (isKnown && ids[n]) || '' }))
    .filter(({ name }) => name !== '')
  return names.filter((one, n) => names.findIndex(({ name }) => foldName(name) === foldName(one.name)) === n)
}

/** Folded names whose standing alone elsewhere would change what `splitNames` finds. */
export function listQuestions({ values, isSlashed, isList, ids }: WrittenNames, rule: NameRule): string[] {
  if (isList || ids.length > 0) return []
  const questions = values.flatMap(value => {
    const pieces = splitText(value, rule.separators, () => false)
    return [
      ...listRuns(value, rule.separators),
      ...(isSlashed ? pieces.flatMap(piece => listSlashed(piece, rule)) : []),
      ...pieces.flatMap(piece => listGuestRuns(piece, rule)),
    ]
  })
  return distinctQuestions(questions, rule)
}

/** Folded names whose standing alone elsewhere would change the guests that a title names. */
export function listTitleQuestions(title: string, rule: NameRule): string[] {
  return distinctQuestions(listGuestRuns(title, rule), rule)
}

const distinctQuestions = (names: readonly string[], rule: NameRule) =>
  [...new Set(names)].filter(name => name !== '' && !rule.wholeNames.has(name)).slice(0, MAX_QUESTIONS)

function listSlashed(piece: string, rule: NameRule): string[] {
  const { lead, guests } = findGuests(piece, rule)
  const slashed = [lead, ...guests].filter(text => text.includes('/'))
  return slashed.flatMap(text => [
    ...listRuns(text, BARE_SLASH),
    ...splitText(text, BARE_SLASH, () => false).map(foldName),
  ])
}

const whole = (name: string): Piece => ({ name, role: 'main' })
const guest = (name: string): Piece => ({ name, role: 'guest' })

function splitValue(value: string, { isSlashed }: WrittenNames, rule: NameRule, stands: Stands): Piece[] {
  const isOne = (name: string) => rule.wholeNames.has(name) || stands(name)
  const split = (text: string) =>
    splitText(text, rule.separators, isOne).flatMap(one =>
      isSlashed ? splitAtSlash(one, rule, stands) : [one],
    )
  if (isOne(foldName(value))) return [whole(value)]
  return splitText(value, rule.separators, isOne).flatMap(one => {
    const { lead, guests } = findGuests(one, rule, stands)
    return [...split(lead).map(whole), ...guests.flatMap(split).map(guest)]
  })
}

/**
 * At a slash without blanks, which in ID3v2.3 separates names but also stands within them: only where every part is surely
 * a name.
 */
function splitAtSlash(text: string, rule: NameRule, stands: Stands): string[] {
  const isOne = (name: string) => rule.wholeNames.has(name) || stands(name)
  if (isOne(foldName(text))) return [text]
  const parts = splitText(text, BARE_SLASH, isOne)
  const areNames = parts.every(part => /\s/u.test(part) || countLetters(part) >= 5 || isOne(foldName(part)))
  return areNames ? parts : [text]
}

const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

/** As many names as there are ids, by the most separators that give so many; undefined if none do. */
function splitByCount({ values, ids }: WrittenNames, rule: NameRule): Piece[] | undefined {
  if (values.length !== 1) return undefined
  const [value = ''] = values
  const { lead, guests } = findGuests(value, rule)
  if (ids.length === 1) return [whole(lead), ...guests.map(guest)]
  const written = guests.length > 0 ? (cutGuests(value)?.written ?? '') : ''
  for (const isOne of [(name: string) => rule.wholeNames.has(name), () => false]) {
    const unsplit = splitText(written, rule.separators, isOne)
    for (const separators of JOINERS) {
      const leads = splitText(lead, separators, isOne).map(whole)
      for (const found of [guests, guests.flatMap(one => splitText(one, separators, isOne)), unsplit]) {
        if (leads.length + found.length === ids.length) return [...leads, ...found.map(guest)]
      }
    }
  }
  return undefined
}
