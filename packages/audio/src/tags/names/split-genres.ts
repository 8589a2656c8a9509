import { foldName } from '@refrain/contract/fold-name'
import { cleanText } from '../tag-text.ts'
import { isKnownGenre } from './known-genres.ts'
import type { NameRule } from './name-rule.ts'
import { splitText } from './text-parts.ts'

const MAX_GENRES = 32
const MAX_LENGTH = 64
const BARE_SLASH = /\//gu

/** Genres of a field, each once. A slash without blanks separates only genres that are all known: not "Cello/Piano". */
export function splitGenres(values: readonly string[], rule: NameRule): string[] {
  const names = values
    .flatMap(value => splitText(value, rule.separators, isKnownGenre))
    .flatMap(one => {
      const parts = splitText(one, BARE_SLASH, isKnownGenre)
      return parts.every(isKnownGenre) ? parts : [one]
    })
    .map(name => cleanText(name, MAX_LENGTH))
    .filter(Boolean)
  return [...new Map(names.toReversed().map(name => [foldName(name), name])).values()]
    .toReversed()
    .slice(0, MAX_GENRES)
}
