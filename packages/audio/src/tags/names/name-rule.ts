import { wholeNames } from './whole-names.ts'

/** What separates names in one text, by default: the setting TAG_SEPARATORS. */
export const DEFAULT_SEPARATORS: readonly string[] = [';', '；', '、', '/']

/** These separate with or without blanks beside them; others, such as `/` and `vs.`, only between blanks. */
const ANYWHERE = new Set([';', '；', '、', ',', '，', '|', '\\', '•', '·'])

/** How a text that holds several names is taken apart. */
export interface NameRule {
  readonly separators: RegExp
  /** Folded names that are never taken apart. */
  readonly wholeNames: ReadonlySet<string>
}

/** Makes the rule of some separators and of the names that stay whole beside the shipped ones. */
export function makeNameRule(separators: readonly string[], whole: readonly string[] = []): NameRule {
  const patterns = separators.map(one => {
    const literal = one.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    return ANYWHERE.has(one) ? `\\s*${literal}\\s*` : `\\s+${literal}\\s+`
  })
  // U+0000 separates values in some tags of ID3v2.3.
  return { separators: new RegExp(['\\0', ...patterns].join('|'), 'giu'), wholeNames: wholeNames(whole) }
}

export const DEFAULT_RULE: NameRule = makeNameRule(DEFAULT_SEPARATORS)
