import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'
import { queryContext } from '../../database/connection-scheduler.ts'

/** Statements of operations, with how often each ran. */
export type RecordedStatements = ReadonlyMap<string, number>

const TRANSACTION = /^(begin|commit|rollback|savepoint|release)\b/

/**
 * Records the statements that run for operations and calls of apps during `act`, on either database. What runs in the
 * background, or before an operation is known, is left out.
 * @returns by the name of the operation
 */
export async function recordStatements(
  act: () => Promise<unknown>,
): Promise<Map<string, RecordedStatements>> {
  const recorded = new Map<string, Map<string, number>>()
  const note = (sql: string) => {
    const operation = queryContext.getStore()?.operation
    if (operation === undefined || TRANSACTION.test(sql)) return
    const statements = recorded.get(operation) ?? new Map<string, number>()
    const text = normaliseStatement(sql)
    recorded.set(operation, statements.set(text, (statements.get(text) ?? 0) + 1))
  }
  const { all, run } = StatementSync.prototype
  const { query } = pg.Client.prototype
  const noting = <T extends (...args: never[]) => unknown>(
    method: T,
    sqlOf: (self: unknown, args: unknown[]) => string,
  ) =>
    function (this: unknown, ...args: never[]) {
      note(sqlOf(this, args))
      return method.apply(this, args)
    } as never
  const ofStatement = (self: unknown) => (self as { sourceSQL: string }).sourceSQL
  const ofQuery = (_self: unknown, [config]: unknown[]) =>
    typeof config === 'string' ? config : String((config as { text?: string }).text)
  const spies = [
    vi.spyOn(StatementSync.prototype, 'all').mockImplementation(noting(all, ofStatement)),
    vi.spyOn(StatementSync.prototype, 'run').mockImplementation(noting(run, ofStatement)),
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(noting(query, ofQuery)),
  ]
  try {
    await act()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return recorded
}

/** The same text for any number of values in a list. */
function normaliseStatement(sql: string): string {
  return sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\((\?|null)(, ?(\?|null))+\)/g, '(?, …)')
    .replaceAll(/(\(\?, …\)|\(\?\))(, ?(\(\?, …\)|\(\?\)))+/g, '$1, …')
    .trim()
}
