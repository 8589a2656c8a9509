import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Dialect } from '../../database/open.ts'
import { readStatements, type Statement } from '../statements/statement-files.ts'
import { fullyRead } from './table-reading.ts'
import { isLarge } from './table-sizes.ts'

const FOLDER = fileURLToPath(new URL('../../../../../bench/baselines/plans/', import.meta.url))
const REASONS = join(FOLDER, 'full-reads.json')
/** Enough to recognise a statement; all of it stands in `testing/statements`. */
const SHOWN = 110
export const HOW_TO_RECORD = 'Record plans with: npm run bench -- scale --plans'

interface Plan {
  readonly statement: Statement
  /** How it reads each table. */
  readonly lines: readonly string[]
}

/** Why an operation may read large tables in full, by its name. */
type Reasons = Readonly<Record<string, { readonly tables: readonly string[]; readonly reason: string }>>

export function describePlans(plans: readonly Plan[]): string {
  return plans
    .map(({ statement: { hash, sql }, lines }) => {
      const shown = sql.length > SHOWN ? `${sql.slice(0, SHOWN)}…` : sql
      return `${hash} ${shown}\n${lines.map(line => `  ${line}\n`).join('')}`
    })
    .join('')
}

const fileOf = (dialect: Dialect, domain: string) => join(FOLDER, dialect, `${domain}.txt`)

export function writePlans(dialect: Dialect, texts: ReadonlyMap<string, string>): void {
  rmSync(join(FOLDER, dialect), { recursive: true, force: true })
  mkdirSync(join(FOLDER, dialect), { recursive: true })
  for (const [domain, text] of texts) writeFileSync(fileOf(dialect, domain), text)
}

export function readPlans(dialect: Dialect): Map<string, string> {
  const files = existsSync(join(FOLDER, dialect)) ? readdirSync(join(FOLDER, dialect)).toSorted() : []
  return new Map(
    files.map(file => [file.replace('.txt', ''), readFileSync(join(FOLDER, dialect, file), 'utf8')]),
  )
}

/** Lines of a record by the hash of their statement. */
function parse(text: string): Map<string, string[]> {
  const plans = new Map<string, string[]>()
  let lines: string[] = []
  for (const line of text.split('\n').filter(line => line !== '')) {
    if (line.startsWith('  ')) lines.push(line.trim())
    else {
      lines = []
      plans.set(line.split(' ', 1)[0] as string, lines)
    }
  }
  return plans
}

/** What differs between the recorded statements and the records of their plans: one line each. */
export function findUnrecorded(dialect: Dialect): string[] {
  const statements = readStatements(dialect)
  const records = readPlans(dialect)
  const domains = new Set([...statements.keys(), ...records.keys()])
  return [...domains].flatMap(domain => {
    const listed = statements.get(domain) ?? []
    const recorded = parse(records.get(domain) ?? '')
    const hashes = new Set(listed.map(({ hash }) => hash))
    return [
      ...listed
        .filter(({ hash }) => !recorded.has(hash))
        .map(({ operations, sql }) => `${dialect}/${domain}: no plan of ${operations[0]}: ${sql}`),
      ...[...recorded.keys()]
        .filter(hash => !hashes.has(hash))
        .map(hash => `${dialect}/${domain}: ${hash} is the plan of no statement any more`),
    ]
  })
}

/** Full reads of large tables without a reason, and reasons without a full read: one line each. */
export function findUnexplained(): string[] {
  const reasons = JSON.parse(readFileSync(REASONS, 'utf8')) as Reasons
  const reads = (['sqlite', 'postgres'] as const).flatMap(findFullReads)
  const unexplained = reads
    .filter(({ operation, table }) => !reasons[operation]?.tables.includes(table))
    .map(({ operation, table, dialect, sql }) => `${operation} reads ${table} in full on ${dialect}: ${sql}`)
  const unneeded = Object.entries(reasons).flatMap(([operation, { tables }]) =>
    tables
      .filter(table => !reads.some(read => read.operation === operation && read.table === table))
      .map(table => `${operation} does not read ${table} in full any more`),
  )
  return [...new Set([...unexplained, ...unneeded])]
}

/** Large tables that are read in full, by each operation that does. */
function findFullReads(dialect: Dialect) {
  const records = readPlans(dialect)
  return [...readStatements(dialect)].flatMap(([domain, statements]) => {
    const recorded = parse(records.get(domain) ?? '')
    return statements.flatMap(({ hash, operations, sql }) => {
      const tables = (recorded.get(hash) ?? []).flatMap(line => fullyRead(line) ?? []).filter(isLarge)
      return operations.flatMap(operation => tables.map(table => ({ operation, table, dialect, sql })))
    })
  })
}
