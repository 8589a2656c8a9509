/** Why nothing can be written until the operator acts. */
export type StorageFailure = 'full' | 'read-only' | 'failing'

const SQLITE_FAILURES: Readonly<Record<number, StorageFailure>> = { 8: 'read-only', 13: 'full' }
/** SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC, _TRUNCATE: a quota, a limit of the file size, or a defect. */
const SQLITE_WRITE_ERRORS = new Set([778, 1034, 1290, 1546])
const CODE_FAILURES: Readonly<Record<string, StorageFailure>> = {
  // Files.
  ...{ ENOSPC: 'full', EDQUOT: 'full', EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only' },
  EFBIG: 'failing',
  // PostgreSQL: disk_full, read_only_sql_transaction, io_error.
  ...{ '53100': 'full', '25006': 'read-only', '58030': 'failing' },
}

/** An I/O error while reading concerns one file, while writing the whole disk. */
const WRITING_CALLS = new Set(['write', 'fsync', 'fdatasync', 'close', 'rename', 'mkdir', 'open'])

/** Undefined unless the error means that the disk is full, read-only or refuses writes for another reason. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  const { code, errcode, syscall } = (error ?? {}) as { code?: string; errcode?: number; syscall?: string }
  if (code === 'EIO' && WRITING_CALLS.has(syscall ?? '')) return 'failing'
  if (SQLITE_WRITE_ERRORS.has(errcode ?? 0)) return 'failing'
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
