import type { Database } from './tables.ts'

const writers = new WeakMap<Database, Database>()

/** Runs the transactions of `db` through `writer`, so that reads keep connections of their own. */
export function setWriter(db: Database, writer: Database): void {
  writers.set(db, writer)
}

export function writerOf(db: Database): Database {
  return writers.get(db) ?? db
}
