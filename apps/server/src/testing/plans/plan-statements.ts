import type { OpenDatabase } from '../../database/open.ts'
import { readStatements } from '../statements/statement-files.ts'
import { toExplainable } from './explainable.ts'
import { describePlans } from './plan-records.ts'
import { postgresReader } from './postgres-readings.ts'
import { sqliteReader } from './sqlite-readings.ts'
import { describeReading } from './table-reading.ts'

/** Others, such as settings of a transaction, have no plan. */
const PLANNED = /^(select|insert|update|delete|with)\b/

/** The plans of all recorded statements, as they are recorded. @returns the text of each domain */
export async function planStatements(open: OpenDatabase): Promise<Map<string, string>> {
  const plan = await statementPlanner(open)
  const texts = new Map<string, string>()
  for (const [domain, statements] of readStatements(open.dialect)) {
    const plans = []
    for (const statement of statements) plans.push({ statement, lines: await plan(statement.sql) })
    texts.set(domain, describePlans(plans))
  }
  return texts
}

/** @returns a function that explains a statement, as it is recorded: a line for each way in which it reads a table */
export async function statementPlanner({ db, dialect }: OpenDatabase) {
  const read = await (dialect === 'sqlite' ? sqliteReader(db) : postgresReader(db))
  return async (statement: string): Promise<string[]> => {
    if (!PLANNED.test(statement)) return []
    try {
      const readings = await read(toExplainable(statement))
      return [...new Set(readings.map(describeReading))]
    } catch (cause) {
      throw new Error(`Cannot explain: ${statement}`, { cause })
    }
  }
}
