import { crc32 } from 'node:zlib'
import { DEFAULT_RULE, type NameRule } from '@refrain/audio/tags/names/name-rule'

/**
 * Stored with each file that was read. Raise it when an import finds more than before: the next import then reads every file
 * again, although none has changed.
 */
const READ_VERSION = 3

/** Versions of reading; below the settings that change how tags are read. */
const VERSIONS = 1_000

/** The version to store for a rule of names: another one reads every file again. */
export function readVersionOf(rule: NameRule): number {
  const text = describeRule(rule)
  if (text === describeRule(DEFAULT_RULE)) return READ_VERSION
  return READ_VERSION + VERSIONS * (1 + (crc32(text) % 2_000_000))
}

const describeRule = ({ separators, wholeNames }: NameRule) =>
  [separators.source, ...[...wholeNames].sort()].join('\n')
