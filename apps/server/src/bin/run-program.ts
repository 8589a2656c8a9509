import { type StorageFailure, storageFailureOf } from '../database/error-kinds.ts'
import { isDatabaseUnavailable } from '../database/retry.ts'
import { OperatorError } from '../settings.ts'
import { followParent } from './stop.ts'

/**
 * Runs a program to its end, or to that of the process that started it. A mistake of the operator's, or a database that
 * is away, is one line and exit status 1; anything else that ends it is ours and shows where.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  followParent()
  // What we write holds addresses and password hashes: it is for this account alone.
  process.umask(0o077)
  try {
    readEnvFile()
    await main()
  } catch (error) {
    console.error(whyEnded(error))
    process.exit(1)
  }
}

const TROUBLE: Readonly<Record<StorageFailure, string>> = {
  full: 'The disk is full: make room and start again',
  'read-only': 'DATA_DIR cannot be written: change its permissions and start again',
}

/** One line for what the operator can mend, the error itself for anything else. */
function whyEnded(error: unknown): unknown {
  const { message } = error as Error
  if (isMistyped(error)) return `${message.split(/\n|\. /)[0]}: see --help.`
  if (error instanceof OperatorError) return oneLine(message)
  const trouble = storageFailureOf(error)
  if (trouble) return oneLine(`${TROUBLE[trouble]} (${message}).`)
  if (isDatabaseUnavailable(error))
    return oneLine(`The database is not available (${message}): try again once it is.`)
  return error
}

function isMistyped(error: unknown): boolean {
  return ((error as { code?: string }).code ?? '').startsWith('ERR_PARSE_ARGS_')
}

function oneLine(message: string): string {
  return message.replaceAll('\n', ' ')
}

/** What the environment says already stays. */
function readEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new OperatorError('The file .env cannot be read: change its permissions.')
    }
  }
}
