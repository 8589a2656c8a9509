import { fillPath, type InputOf, type Operation, type OutputOf, pathNames } from '@refrain/contract/operation'

/** An answer with an error status. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly status: number
  /** The header Retry-After. */
  readonly retryAfter: string | null
  constructor(operation: string, { status, headers }: Response, body: string) {
    super(`${operation}: ${status} ${body}`)
    this.status = status
    this.retryAfter = headers.get('retry-after')
  }
}

/**
 * Calls an operation of a running service over HTTP.
 * @param token of the caller's session
 * @throws RefusedError for an answer other than 200; another error if the connection broke
 */
export async function callService<Op extends Operation>(
  address: string,
  operation: Op,
  input: InputOf<Op>,
  { token, headers, form }: { token?: string; headers?: Record<string, string>; form?: FormData } = {},
): Promise<OutputOf<Op>> {
  const values = input as Record<string, unknown>
  const inPath = new Set(pathNames(operation.path))
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.has(name)))
  const isJson = operation.method === 'POST' && !form
  const answer = await fetch(address + fillPath(operation.path, values), {
    method: operation.method,
    headers: {
      ...(token !== undefined && { 'auth-token': token }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isJson && { body: JSON.stringify(rest) }),
    ...(form && { body: form }),
  })
  const body = await answer.text()
  if (answer.status !== 200) throw new RefusedError(operation.name, answer, body)
  return JSON.parse(body) as OutputOf<Op>
}
