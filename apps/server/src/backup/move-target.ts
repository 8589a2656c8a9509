import { OperatorError, readSettings } from '../settings.ts'

/**
 * Where a move goes: a PostgreSQL address, or '' for the embedded database.
 * @param given as the operator wrote it
 * @throws OperatorError if it is neither
 */
export function readMoveTarget(given: string | undefined): string {
  if (given === 'embedded') return ''
  if (given?.startsWith('s3:')) {
    throw new OperatorError(
      'Pictures and uploads cannot be moved to object storage: Refrain keeps them in DATA_DIR only.',
    )
  }
  if (!given || !/^postgres(ql)?:/.test(given)) {
    throw new OperatorError(
      'Name where to move to: npm run move -- postgres://…, or npm run move -- embedded.',
    )
  }
  try {
    return readSettings({ DATABASE_URL: given }).databaseUrl
  } catch {
    // The message must not repeat the password.
    throw new OperatorError('The address to move to is not valid: postgres://user:password@host/database.')
  }
}
