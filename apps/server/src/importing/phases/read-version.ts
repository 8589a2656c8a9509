import { crc32 } from 'node:zlib'
import { DEFAULT_RULE, type NameRule } from '@refrain/audio/tags/names/name-rule'
import { DEFAULT_ARTICLES } from '@refrain/audio/tags/names/sort-articles'

/**
 * Stored with each file that was read. Raise it when an import finds more than before: the next import then reads every file
 * again, although none has changed.
 */
const READ_VERSION = 4

/** Versions of reading; below the settings that change how tags are read. */
const VERSIONS = 1_000

/** The version to store for a rule of names and what they are sorted without: others read every file again. */
export function readVersionOf(rule: NameRule, articles: readonly string[]): number {
  const text = describe(rule, articles)
  if (text === describe(DEFAULT_RULE, DEFAULT_ARTICLES)) return READ_VERSION
  return READ_VERSION + VERSIONS * (1 + (crc32(text) % 2_000_000))
}

const describe = ({ separators, wholeNames }: NameRule, articles: readonly string[]) =>
  [separators.source, articles.join(' '), ...[...wholeNames].sort()].join('\n')
