import { fillPath, type InputOf, type Operation, type OutputOf, pathNames } from '@refrain/contract/operation'

/** An answer that is not what was asked for. `message` is what the error page shows. */
export class CallError extends Error {
  readonly status: number

  constructor(status: number, statusText: string) {
    super(`${status} ${statusText}`.trim())
    this.name = 'CallError'
    this.status = status
  }
}

/** HTTP/2 has no status texts, so those a page can show are given here. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/**
 * Calls an operation of the contract: what its address names is filled in, the rest travels as a JSON body
 * (POST) or in the query (GET, DELETE). Throws CallError where the answer is not ok; the answer's own
 * error text is not shown (ERR-20).
 */
export async function call<Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
  signal?: AbortSignal,
): Promise<OutputOf<Op>> {
  const { url, ...init } = requestFor(operation, input)
  const response = await fetch(url, { ...init, ...(signal && { signal }) })
  if (!response.ok) throw new CallError(response.status, STATUS_TEXTS[response.status] ?? response.statusText)
  return (await response.json()) as OutputOf<Op>
}

/** The request of a call, from nothing but what the contract says. */
export function requestFor<Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
): RequestInit & { url: string } {
  const named = pathNames(operation.path)
  const rest = Object.entries(input).filter(([name]) => !named.includes(name))
  const url = fillPath(operation.path, input)
  if (operation.method === 'POST') {
    return {
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(rest)),
    }
  }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))
  return { url: query.size > 0 ? `${url}?${query}` : url, method: operation.method }
}
