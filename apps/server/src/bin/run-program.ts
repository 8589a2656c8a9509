import { OperatorError } from '../settings.ts'
import { followParent } from './stop.ts'

/**
 * Runs a program to its end, or to that of the process that started it. A mistake of the operator's is one line and exit status 1; anything
 * else that ends it is ours and shows where.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  followParent()
  try {
    readEnvFile()
    await main()
  } catch (error) {
    console.error(isOperators(error) ? oneLine(error) : error)
    process.exit(1)
  }
}

function isOperators(error: unknown): error is Error {
  return error instanceof OperatorError || isMistyped(error)
}

function isMistyped(error: unknown): boolean {
  return ((error as { code?: string }).code ?? '').startsWith('ERR_PARSE_ARGS_')
}

function oneLine(error: Error): string {
  if (!isMistyped(error)) return error.message.replaceAll('\n', ' ')
  const [what = ''] = error.message.split(/\n|\. /)
  return `${what}: see --help.`
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
