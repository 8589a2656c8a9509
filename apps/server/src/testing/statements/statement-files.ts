import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Dialect } from '../../database/open.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const HASH_LENGTH = 12

/** A statement as `every-statement.test.ts` records it. */
export interface Statement {
  /** With `?` for each value, and `(?, …)` for a list. */
  readonly sql: string
  /** Of the text: another text has another hash. */
  readonly hash: string
  /** All operations of the domain that run it, by name. */
  readonly operations: readonly string[]
}

/** The recorded statements of a database by domain, each once, in the order of the alphabet. */
export function readStatements(dialect: Dialect): Map<string, Statement[]> {
  const files = readdirSync(join(FOLDER, dialect)).toSorted()
  return new Map(
    files.map(file => [file.replace('.sql', ''), parse(readFileSync(join(FOLDER, dialect, file), 'utf8'))]),
  )
}

function parse(text: string): Statement[] {
  const operations = new Map<string, string[]>()
  let operation = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('-- ')) operation = line.slice(3)
    else if (line !== '') {
      const sql = line.replace(/;( -- \d+ times)?$/, '')
      operations.set(sql, [...(operations.get(sql) ?? []), operation])
    }
  }
  return [...operations]
    .map(([sql, names]) => ({ sql, hash: hashOf(sql), operations: names }))
    .toSorted((a, b) => (a.sql < b.sql ? -1 : 1))
}

const hashOf = (sql: string) => createHash('sha256').update(sql).digest('hex').slice(0, HASH_LENGTH)
