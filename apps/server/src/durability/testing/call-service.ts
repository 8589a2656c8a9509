import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { requestFor } from '@refrain/contract/request'
import { fromWire } from '@refrain/contract/wire-names'

/** A response with an error status. */
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
 * @throws RefusedError for a response other than 200; another error if the connection broke
 */
export async function callService<Op extends Operation>(
  address: string,
  operation: Op,
  input: InputOf<Op>,
  { token, headers, form }: { token?: string; headers?: Record<string, string>; form?: FormData } = {},
): Promise<OutputOf<Op>> {
  const { url, headers: usual, ...init } = requestFor(operation, input)
  const response = await fetch(address + url, {
    ...init,
    // A form has a content type of its own.
    headers: { ...(!form && usual), ...(token !== undefined && { 'auth-token': token }), ...headers },
    ...(form && { body: form }),
  })
  const body = await response.text()
  if (response.status !== 200) throw new RefusedError(operation.name, response, body)
  return fromWire(JSON.parse(body), operation.outputNames) as OutputOf<Op>
}
