import type { Database } from './tables.ts'

const writers = new WeakMap<Database, Database>()

/** Runs the transactions of `db` on `writer`, so that reads have their own connections. */
export function setWriter(db: Database, writer: Database): void {
  writers.set(db, writer)
}

export function writerOf(db: Database): Database {
  return writers.get(db) ?? db
}
