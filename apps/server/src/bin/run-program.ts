import { OperatorError } from '../settings.ts'

/**
 * Runs a program to its end. A mistake of the operator's is one line and exit status 1; anything
 * else that ends it is ours and shows where.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    readEnvFile()
    await main()
  } catch (error) {
    console.error(isOperators(error) ? error.message.split('\n')[0] : error)
    process.exit(1)
  }
}

function isOperators(error: unknown): error is Error {
  const { code } = error as { code?: string }
  return error instanceof OperatorError || (code?.startsWith('ERR_PARSE_ARGS_') ?? false)
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
