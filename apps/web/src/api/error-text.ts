import { CallError } from './send.ts'

/** The server's words about a failure, else what went wrong on the way. */
export function errorText(error: unknown): string {
  const body = error instanceof CallError ? (error.body as { error?: unknown } | null | undefined) : undefined
  if (typeof body?.error === 'string') return body.error
  return error instanceof Error ? error.message : String(error)
}
