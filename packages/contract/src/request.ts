import { fillPath, type InputOf, type Operation, pathNames } from './operation.ts'
import { toWire } from './wire-names.ts'

/** A request of a call, for `fetch`. */
export interface CallRequest {
  /** Path and query. */
  readonly url: string
  readonly method: Operation['method']
  readonly headers?: Record<string, string>
  /** JSON. */
  readonly body?: string
}

/**
 * Builds the request of a call. Fields that the path names are filled in; the rest is sent as a JSON body (POST) or in the
 * query string (GET, DELETE).
 */
export function requestFor<Op extends Operation>(operation: Op, input: InputOf<Op>): CallRequest {
  const { method, path, inputNames } = operation
  const fields = toWire(input, inputNames) as Record<string, unknown>
  const named = pathNames(path)
  const rest = Object.entries(fields).filter(([name]) => !named.includes(name))
  const url = fillPath(path, fields)
  const headers = { 'content-type': 'application/json' }
  if (method === 'POST') return { url, method, headers, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]))
  const withQuery = query.size > 0 ? `${url}?${query}` : url
  // The API expects this header on DELETE although there is no body.
  return method === 'DELETE' ? { url: withQuery, method, headers } : { url: withQuery, method }
}
