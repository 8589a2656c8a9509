import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

/**
 * Counts the statements that run during `act`, on either database.
 * @param onEach called after each statement
 */
export async function countStatements(act: () => Promise<unknown>, onEach = () => {}): Promise<number> {
  let count = 0
  const embedded = StatementSync.prototype.all
  const postgres = pg.Client.prototype.query
  const told = (method: (...args: never[]) => unknown) =>
    function (this: unknown, ...args: never[]) {
      count++
      const result = method.apply(this, args)
      onEach()
      return result
    } as never
  const spies = [
    vi.spyOn(StatementSync.prototype, 'all').mockImplementation(told(embedded)),
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(told(postgres)),
  ]
  try {
    await act()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return count
}
