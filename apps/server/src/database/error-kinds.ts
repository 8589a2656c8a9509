/** Why nothing can be written until the operator acts. */
export type StorageFailure = 'full' | 'read-only'

const SQLITE_FAILURES: Readonly<Record<number, StorageFailure>> = { 8: 'read-only', 13: 'full' }
const CODE_FAILURES: Readonly<Record<string, StorageFailure>> = {
  // Files.
  ...{ ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only' },
  // PostgreSQL: disk_full, read_only_sql_transaction.
  ...{ '53100': 'full', '25006': 'read-only' },
}

/** Undefined unless the error means that the disk is full or read-only. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  const { code } = (error ?? {}) as { code?: string }
  return SQLITE_FAILURES[sqliteCode(error) ?? 0] ?? CODE_FAILURES[code ?? '']
}

/** SQLite's primary result code; undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: number } | undefined)?.errcode
  return code === undefined ? undefined : code & 0xff
}

const SQLITE_CONSTRAINT_FOREIGNKEY = 787
const POSTGRES_FOREIGN_KEY = '23503'

/** Whether a row could not be written because the row it refers to was deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string }
  return errcode === SQLITE_CONSTRAINT_FOREIGNKEY || code === POSTGRES_FOREIGN_KEY
}
