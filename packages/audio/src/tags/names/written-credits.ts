import { CREDIT_ROLES, type CreditRole } from '@refrain/contract/catalogue/credit-roles'
import type { IAudioMetadata } from 'music-metadata'
import { TAG_KINDS } from '../tag-kinds.ts'
import {
  cleanValues,
  findSlashText,
  isSame,
  MAX_VALUES,
  NO_NAMES,
  type WrittenNames,
} from './written-names.ts'

/** The field of a role, before the rule of names is applied. */
export interface WrittenCredit {
  readonly role: CreditRole
  readonly names: WrittenNames
}

/** Ids of the fields in all kinds of tags, in capitals. Free fields have the name of the role. */
const FIELDS: Readonly<Record<CreditRole, readonly string[]>> = {
  composer: ['TCOM', 'TCM', '©WRT', 'WM/COMPOSER'],
  lyricist: ['TEXT', 'TXT', 'WM/WRITER'],
  arranger: [],
  conductor: ['TPE3', 'TP3', 'WM/CONDUCTOR'],
  producer: ['WM/PRODUCER'],
  remixer: ['TPE4', 'TP4', 'MIXARTIST', 'WM/MODIFIEDBY', 'REMIXED_BY'],
}
const ROLES: ReadonlyMap<string, CreditRole> = new Map(
  CREDIT_ROLES.flatMap(role => [role.toUpperCase(), ...FIELDS[role]].map(id => [id, role] as const)),
)
/** Frames of ID3v2 that pair people with what they do. */
const PAIRS = new Set(['TIPL', 'IPLS', 'IPL'])
const MAX_PAIRS = 64
/** Kinds of tags in which a slash may separate. */
const OLD_KINDS = new Set(['ID3v2.3', 'ID3v2.2'])
const FREE = /^(?:TXXX:|TXX:|----:COM\.APPLE\.ITUNES:|TRACK:)/

/**
 * The people of a track who do something else than perform, as the tags have them. Each role is from the most reliable kind of tags that
 * has it.
 * @param slashTexts see slash-texts.ts
 */
export function readWrittenCredits(
  metadata: IAudioMetadata,
  slashTexts: ReadonlyMap<string, string>,
): WrittenCredit[] {
  const found = new Map<CreditRole, WrittenNames>()
  for (const kind of TAG_KINDS) {
    for (const [role, values] of readKind(metadata.native[kind] ?? [])) {
      const text = OLD_KINDS.has(kind) ? findWhole(metadata, role, values, slashTexts) : undefined
      if (!found.has(role)) found.set(role, text === undefined ? toNames(values, false) : fromOld(text))
    }
  }
  return CREDIT_ROLES.flatMap(role => {
    // The library does not know the names of free frames in ID3v2.2.
    const free = slashTexts.get(freeFrame(role))
    const names = found.get(role) ?? (free === undefined ? NO_NAMES : fromOld(free))
    return names.values.length > 0 ? [{ role, names }] : []
  })
}

const freeFrame = (role: CreditRole) => `TXXX:${role.toUpperCase()}`
const fromOld = (text: string) => toNames(text.split('\0'), true)
const toNames = (values: readonly string[], isSlashed: boolean): WrittenNames => ({
  ...NO_NAMES,
  values: cleanValues(values),
  isSlashed,
})

/** The text of ID3v2.3 or ID3v2.2 that the library has taken apart, at slashes within names, too. */
function findWhole(
  metadata: IAudioMetadata,
  role: CreditRole,
  values: readonly string[],
  slashTexts: ReadonlyMap<string, string>,
): string | undefined {
  for (const frames of [FIELDS[role], [freeFrame(role)]]) {
    const text = findSlashText(metadata, frames, slashTexts)
    if (text !== undefined && isSame(text, values)) return text
  }
  return undefined
}

function readKind(tags: IAudioMetadata['native'][string]): Map<CreditRole, string[]> {
  const found = new Map<CreditRole, string[]>()
  const add = (role: CreditRole | undefined, value: unknown) => {
    if (!role || typeof value !== 'string' || value.trim() === '') return
    const values = found.get(role) ?? []
    if (values.length < MAX_VALUES) found.set(role, [...values, value])
  }
  for (const { id, value } of tags) {
    if (typeof value === 'string') add(ROLES.get(id.toUpperCase().replace(FREE, '')), value)
    else if (PAIRS.has(id) && value instanceof Object) {
      for (const [task, names] of Object.entries(value).slice(0, MAX_PAIRS))
        for (const name of [names].flat().slice(0, MAX_VALUES)) add(ROLES.get(task.toUpperCase()), name)
    }
  }
  return found
}
