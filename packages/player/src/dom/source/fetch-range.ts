import { recordTransfer } from './throughput.ts'

/** The bytes are no longer at this address: the rendition is another by now, or the track is gone. */
export class GoneError extends Error {
  override name = 'GoneError'
}

/** A transfer of which nothing has come for so long is given up: its connection may be dead. */
const PATIENCE_MS = 10_000

/** The bytes did not come this time; trying again may help. */
export class FetchError extends Error {
  override name = 'BytesError'
}

/**
 * Yields a byte range as it arrives, so that the first sound need not wait for the last byte.
 * @param to last byte, included
 * @throws GoneError or BytesError; AbortError where the signal says so.
 */
export async function* fetchRange(
  url: string,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let missing = to - from + 1
  let waited = 0
  const silence = startSilence()
  const either = AbortSignal.any([signal, silence.signal])
  try {
    const answer = await fetch(url, { headers: { range: `bytes=${from}-${to}` }, signal: either })
    if ([404, 410, 416].includes(answer.status)) throw new GoneError(`${url} answered ${answer.status}`)
    if (answer.status !== 206 || !answer.body) throw new FetchError(`${url} answered ${answer.status}`)
    const reader = answer.body.getReader()
    try {
      for (;;) {
        silence.begin()
        const { done, value } = await reader.read()
        waited += silence.end()
        if (done) break
        missing -= value.length
        yield value
      }
    } finally {
      // Whoever stops listening stops the transfer, too.
      await reader.cancel().catch(() => {})
    }
  } catch (error) {
    if (signal.aborted || error instanceof GoneError || error instanceof FetchError) throw error
    throw new FetchError(`${url} broke off`, { cause: error })
  } finally {
    silence.end()
    recordTransfer(to - from + 1 - missing, waited)
  }
  if (missing > 0) throw new FetchError(`${url} ended ${missing} bytes early`)
}

/** Aborts its signal once nothing has come for a while. Time that the reader takes does not count. */
function startSilence(): { readonly signal: AbortSignal; begin(): void; end(): number } {
  const over = new AbortController()
  let began = performance.now()
  let timer = setTimeout(() => over.abort(), PATIENCE_MS)
  return {
    signal: over.signal,
    begin() {
      clearTimeout(timer)
      began = performance.now()
      timer = setTimeout(() => over.abort(), PATIENCE_MS)
    },
    /** @returns milliseconds since it began */
    end() {
      clearTimeout(timer)
      return performance.now() - began
    },
  }
}
