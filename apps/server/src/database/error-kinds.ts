/** Why nothing can be written at the moment, where an operator has to act. */
export type StorageFailure = 'full' | 'read-only'

const SQLITE_TROUBLE: Readonly<Record<number, StorageFailure>> = { 8: 'read-only', 13: 'full' }
const CODE_TROUBLE: Readonly<Record<string, StorageFailure>> = {
  // Files.
  ...{ ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only' },
  // PostgreSQL: disk_full, read_only_sql_transaction.
  ...{ '53100': 'full', '25006': 'read-only' },
}

/** Whether an error means that the disk is full or read-only. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  const { code } = (error ?? {}) as { code?: string }
  return SQLITE_TROUBLE[sqliteCode(error) ?? 0] ?? CODE_TROUBLE[code ?? '']
}

/** The primary result code of SQLite, where it is an error of SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: number } | undefined)?.errcode
  return code === undefined ? undefined : code & 0xff
}

const SQLITE_CONSTRAINT_FOREIGNKEY = 787
const POSTGRES_FOREIGN_KEY = '23503'

/** True where a row could not be written because what it belongs to has just been deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string }
  return errcode === SQLITE_CONSTRAINT_FOREIGNKEY || code === POSTGRES_FOREIGN_KEY
}
