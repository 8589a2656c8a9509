import { RECENT_SIGN_IN_NEEDED, TOKEN_HEADER } from '@refrain/contract/account/session'
import { TAB_HEADER } from '@refrain/contract/live-updates'
import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { requestFor } from '@refrain/contract/request'
import { fromWire } from '@refrain/contract/wire-names'
import { backend } from './backend.ts'
import { noteCatalogueVersion } from './catalogue-version.ts'
import { watchRequest } from './connection.ts'
import { startRevalidation } from './revalidate.ts'
import { tabId } from './tab-id.ts'

/** A response that is not ok. `message` is what the error page shows. */
export class CallError extends Error {
  readonly status: number
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown
  /** From the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, statusText: string, body?: unknown, retryAfterSeconds?: number) {
    super(`${status} ${statusText}`.trim())
    this.name = 'CallError'
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Whether the caller must prove who they are before the call is made again. */
export function needsConfirmation(error: unknown): boolean {
  if (!(error instanceof CallError) || error.status !== 403) return false
  return (error.body as { error?: unknown } | undefined)?.error === RECENT_SIGN_IN_NEEDED
}

/** HTTP/2 has no status texts; these are shown instead. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the request survives leaving the page. Browsers allow it for bodies up to 64 KB. */
  readonly keepalive?: boolean
}

interface Options extends RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** The session's token, for operations that need one. */
  readonly token?: string | null
}

/**
 * Sends an operation of the contract with its cookies. Fields that the path names are filled in; the rest is sent as a
 * JSON body (POST) or in the query string (GET, DELETE).
 * @throws CallError if the response is not ok; its message does not contain the response's own error text
 */
export async function send<Op extends Operation>(
  operation: Op,
  input: InputOf<Op>,
  { signal, token, keepalive, headers: more }: Options = {},
): Promise<OutputOf<Op>> {
  const { url, headers, ...init } = requestFor(operation, input)
  const endRevalidation = init.method === 'GET' ? startRevalidation(url) : undefined
  const response = await watchRequest(
    fetch(backend + url, {
      ...init,
      ...(endRevalidation && { cache: 'no-cache' }),
      credentials: backend ? 'include' : 'same-origin',
      headers: { ...headers, ...more, ...(token && { [TOKEN_HEADER]: token, [TAB_HEADER]: tabId }) },
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    }),
  )
  if (response.ok) {
    noteCatalogueVersion(response)
    endRevalidation?.()
    return readOutput(operation, response)
  }
  const body: unknown = await response.json().catch(() => undefined)
  const statusText = STATUS_TEXTS[response.status] ?? response.statusText
  throw new CallError(response.status, statusText, body, readRetryAfter(response))
}

/** The output of a successful call, with our field names. */
export async function readOutput<Op extends Operation>(
  { outputNames }: Op,
  response: Response,
): Promise<OutputOf<Op>> {
  return fromWire(await response.json(), outputNames) as OutputOf<Op>
}

export function readRetryAfter({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? undefined : seconds
}
