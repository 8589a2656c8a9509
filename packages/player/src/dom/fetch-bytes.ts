/** The bytes are no longer at this address: the rendition is another by now, or the track is gone. */
export class GoneError extends Error {
  override name = 'GoneError'
}

/** The bytes did not come this time; trying again may help. */
export class BytesError extends Error {
  override name = 'BytesError'
}

/**
 * Yields a byte range as it arrives, so that the first sound need not wait for the last byte.
 * @param to last byte, included
 * @throws GoneError or BytesError; AbortError where the signal says so.
 */
export async function* fetchBytes(
  url: string,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let missing = to - from + 1
  try {
    const answer = await fetch(url, { headers: { range: `bytes=${from}-${to}` }, signal })
    if ([404, 410, 416].includes(answer.status)) throw new GoneError(`${url} answered ${answer.status}`)
    if (answer.status !== 206 || !answer.body) throw new BytesError(`${url} answered ${answer.status}`)
    const reader = answer.body.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        missing -= value.length
        yield value
      }
    } finally {
      // Whoever stops listening stops the transfer, too.
      await reader.cancel().catch(() => {})
    }
  } catch (error) {
    if (signal.aborted || error instanceof GoneError || error instanceof BytesError) throw error
    throw new BytesError(`${url} broke off`, { cause: error })
  }
  if (missing > 0) throw new BytesError(`${url} ended ${missing} bytes early`)
}
