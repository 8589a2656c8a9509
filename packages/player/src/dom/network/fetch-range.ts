import { recordTransfer } from './throughput.ts'

/** The URL no longer exists: the stream was replaced or the track is gone. */
export class GoneError extends Error {
  override name = 'GoneError'
}

/** The request failed; another attempt may succeed. */
export class FetchError extends Error {
  override name = 'FetchError'
  /** Of the response; undefined if nothing answered. */
  readonly status: number | undefined
  /** From the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    {
      status,
      cause,
      retryAfterSeconds,
    }: Partial<Pick<FetchError, 'status' | 'cause' | 'retryAfterSeconds'>> = {},
  ) {
    super(message, { cause })
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Statuses of a service, or of the proxy before it, that is away or busy for now. They say nothing about the track. */
const AWAY_STATUSES: readonly unknown[] = [429, 502, 503, 504]

/** Whether a request failed because nothing answered, or nothing but a service that is away for now. */
export function isUnreachable(error: unknown): boolean {
  const { status } = (error ?? {}) as { readonly status?: unknown }
  if (AWAY_STATUSES.includes(status)) return true
  // TypeError is what fetch throws.
  return error instanceof TypeError || (error instanceof FetchError && status === undefined)
}

/**
 * A private service wants the session's cookie. Browsers send it to another origin only if they are told to, and only then
 * must a storage that the service redirects to accept it as well.
 */
let credentials: RequestCredentials = 'same-origin'

async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, credentials })
  if (response.status !== 401 || credentials === 'include') return response
  const withCookie = await fetch(url, { ...init, credentials: 'include' })
  if (withCookie.ok) credentials = 'include'
  return withCookie
}

/** A transfer that delivers nothing for this long is aborted: its connection may be dead. */
const TIMEOUT_MS = 10_000
/** If there is a new chance, so long is enough: a connection that was interrupted delivers nothing more. */
const HUNG_MS = 1_000

/**
 * Yields a byte range as it arrives.
 * @param to last byte, inclusive
 * @throws GoneError or FetchError; AbortError if the signal aborts
 */
export async function* fetchRange(
  url: string,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let missing = to - from + 1
  let waitedMs = 0
  const timeout = new IdleTimeout(signal)
  try {
    const response = await request(url, {
      headers: { range: `bytes=${from}-${to}` },
      signal: timeout.signal,
    })
    const { status } = response
    if ([404, 410, 416].includes(status)) throw new GoneError(`${url}: status ${status}`)
    if (status !== 206 || !response.body) {
      // A date, which is rare, counts as none.
      const retryAfterSeconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10) || undefined
      throw new FetchError(`${url}: status ${status}`, { status, retryAfterSeconds })
    }
    const reader = response.body.getReader()
    try {
      for (;;) {
        timeout.restart()
        const { done, value } = await reader.read()
        waitedMs += timeout.stop()
        if (done) break
        missing -= value.length
        yield value
      }
    } finally {
      // Aborts the transfer if the caller stops reading.
      await reader.cancel().catch(() => {})
    }
  } catch (error) {
    if (signal.aborted || error instanceof GoneError || error instanceof FetchError) throw error
    throw new FetchError(`${url}: transfer failed`, { cause: error })
  } finally {
    timeout.end()
    recordTransfer(to - from + 1 - missing, waitedMs)
  }
  if (missing > 0) throw new FetchError(`${url}: ended ${missing} bytes early`, { status: 206 })
}

/** Ends transfers that have delivered nothing for a while, so that they are tried again. */
export function endHungTransfers(): void {
  for (const timeout of waiting) timeout.endIfHung()
}

/** Whether the service answers requests for a file now. What the browser has cached does not count. */
export async function isAnswered(url: string, signal: AbortSignal): Promise<boolean> {
  const timeout = new IdleTimeout(signal)
  try {
    const { status, body } = await request(url, {
      headers: { range: 'bytes=0-0' },
      cache: 'no-store',
      signal: timeout.signal,
    })
    await body?.cancel()
    return !AWAY_STATUSES.includes(status)
  } catch {
    return false
  } finally {
    timeout.end()
  }
}

/** What `findFailureReason` found. Without a reason the server fails: another attempt may succeed. */
export interface FoundFailure {
  readonly reason?: 'unreachable' | 'unusable'
  /** Of the request; undefined if it was answered as it should be. */
  readonly error?: unknown
}

/** Finds out why a media element cannot load a file, which it does not tell. */
export async function findFailureReason(url: string, signal: AbortSignal): Promise<FoundFailure> {
  try {
    for await (const _byte of fetchRange(url, 0, 0, signal)) break
    return { reason: 'unusable' }
  } catch (error) {
    if (error instanceof GoneError) return { reason: 'unusable', error }
    return isUnreachable(error) ? { reason: 'unreachable', error } : { error }
  }
}

/** Those that wait for data. */
const waiting = new Set<IdleTimeout>()

/** Aborts its signal when nothing arrives, and with the caller's. Time that the caller takes between two reads does not count. */
class IdleTimeout {
  readonly #caller: AbortSignal
  readonly #expired = new AbortController()
  readonly #abort = () => this.#expired.abort(this.#caller.reason)
  #started = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(caller: AbortSignal) {
    this.#caller = caller
    // Not AbortSignal.any: older Safari lacks it.
    caller.addEventListener('abort', this.#abort)
    if (caller.aborted) this.#abort()
    this.restart()
  }

  get signal(): AbortSignal {
    return this.#expired.signal
  }

  restart(): void {
    clearTimeout(this.#timer)
    waiting.add(this)
    this.#started = performance.now()
    this.#timer = setTimeout(() => this.#expired.abort(), TIMEOUT_MS)
  }

  /** @returns milliseconds since it was started */
  stop(): number {
    clearTimeout(this.#timer)
    waiting.delete(this)
    return performance.now() - this.#started
  }

  endIfHung(): void {
    if (performance.now() - this.#started >= HUNG_MS) this.#expired.abort()
  }

  end(): void {
    this.stop()
    this.#caller.removeEventListener('abort', this.#abort)
  }
}
