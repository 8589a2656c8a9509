import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { HEARTBEAT_SECONDS, type LiveUpdate, listenToChanges } from '@refrain/contract/live-updates'
import { backend } from '../../api/backend.ts'
import { CallError } from '../../api/send.ts'

/** A connection without a heartbeat for this long is considered dead, in milliseconds. */
export const SILENCE_TIMEOUT_MS = 2 * HEARTBEAT_SECONDS * 1000

/**
 * Reads live updates until either side closes the connection or it falls silent. Sends no tab id, because it reads for
 * all tabs.
 * @param onEvent called with each update, and with null for a heartbeat; the first heartbeat comes at once
 * @throws CallError if the server refuses, TypeError if it cannot be reached
 */
export async function readLiveUpdates(
  token: string,
  onEvent: (change: LiveUpdate | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const connection = new AbortController()
  const close = () => connection.abort()
  signal.addEventListener('abort', close)
  let silenceTimer = setTimeout(close, SILENCE_TIMEOUT_MS)
  try {
    const response = await fetch(backend + listenToChanges.path, {
      headers: { [TOKEN_HEADER]: token },
      credentials: backend ? 'include' : 'same-origin',
      cache: 'no-store',
      signal: connection.signal,
    })
    if (!response.ok || !response.body) throw new CallError(response.status, response.statusText)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(close, SILENCE_TIMEOUT_MS)
      const lines = (rest + chunk.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') onEvent(readLine(line))
    }
  } finally {
    clearTimeout(silenceTimer)
    signal.removeEventListener('abort', close)
  }
}

/** Parses a line of server-sent events: an update, or a comment (null). */
function readLine(line: string): LiveUpdate | null {
  return line.startsWith('data: ') ? JSON.parse(line.slice('data: '.length)) : null
}
