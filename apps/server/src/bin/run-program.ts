import { type StorageFailure, storageFailureOf } from '../database/error-kinds.ts'
import { isDatabaseUnavailable } from '../database/retry.ts'
import { forward, forwardLog } from '../log/forward-log.ts'
import { isJson, log } from '../log/log.ts'
import { nameSources } from '../log/name-sources.ts'
import { OperatorError, SettingError } from '../settings.ts'
import { followParent } from './stop.ts'

/** EX_CONFIG of sysexits.h: starting again does not help. packaging/refrain.service knows it. */
const WRONG_SETTING = 78

/**
 * Runs a program until it ends or its parent process does. Errors that the operator can fix, and an unavailable database,
 * print one line. Other errors print a stack. The exit status is 78 for a wrong setting or option, else 1.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  followParent()
  forwardLog()
  // The data folder has email addresses and password hashes: only this account may read it.
  process.umask(0o077)
  try {
    readEnvFile()
    await main()
  } catch (error) {
    await printExit(describeExit(error))
    process.exit(isInvalidOption(error) || error instanceof SettingError ? WRONG_SETTING : 1)
  }
}

/** As a line of the log, if this program writes one for other programs. */
async function printExit(error: unknown): Promise<void> {
  if (!isJson()) {
    nameSources(error)
    console.error(error)
    await forward({
      level: 'error',
      message: error instanceof Error ? error.message : String(error),
      details: undefined,
    })
    return
  }
  if (error instanceof Error) log.error('The program ends.', { err: error })
  else log.error(String(error))
}

const STORAGE_FAILURES: Readonly<Record<StorageFailure, string>> = {
  full: 'The disk is full: make room and start again',
  'read-only': 'DATA_DIR cannot be written: change its permissions and start again',
  failing: 'The disk refuses to be written: check it for quotas, limits and defects and start again',
}

/** PostgreSQL: a wrong account or password, a database that does not exist, a right that is missing. */
const REFUSED_CONNECTION = /^(28\w{3}|3D000|42501)$/

/** One line for errors that the operator can fix, otherwise the error itself. */
function describeExit(error: unknown): unknown {
  const { message } = error as Error
  if (isInvalidOption(error)) return `${message.split(/\n|\. /)[0]}: see --help.`
  if (error instanceof OperatorError) return oneLine(message)
  const storageFailure = storageFailureOf(error)
  const { path } = error as NodeJS.ErrnoException
  // Only the database says no path.
  if (storageFailure === 'read-only' && path !== undefined)
    return oneLine(`${path} cannot be written: change its permissions and start again (${message}).`)
  if (storageFailure) return oneLine(`${STORAGE_FAILURES[storageFailure]} (${message}).`)
  if (REFUSED_CONNECTION.test(String((error as { code?: unknown }).code)))
    return oneLine(`The database cannot be used (${message}): check DATABASE_URL.`)
  if (isDatabaseUnavailable(error))
    return oneLine(`The database is not available (${message}): try again once it is.`)
  return error
}

function isInvalidOption(error: unknown): boolean {
  return ((error as { code?: string }).code ?? '').startsWith('ERR_PARSE_ARGS_')
}

function oneLine(message: string): string {
  return message.replaceAll('\n', ' ')
}

/** Variables of the environment take precedence over .env. */
function readEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new OperatorError('The file .env cannot be read: change its permissions.')
    }
  }
}
