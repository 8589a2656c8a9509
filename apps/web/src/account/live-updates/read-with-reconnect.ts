import type { LiveUpdate } from '@refrain/contract/live-updates'
import { checkConnection, onReconnect } from '../../api/connection.ts'
import { CallError } from '../../api/send.ts'
import { isLoggedOut } from '../pending-logout.ts'
import { endSession } from '../session.ts'
import { readLiveUpdates } from './read-live-updates.ts'

const SECOND = 1_000
/** Must be shorter than SILENCE_TIMEOUT_MS, or another tab would take over between two attempts. */
const MAX_RETRY_DELAY_MS = 30 * SECOND
/** A connection that lasted this long resets the backoff. */
const STABLE_MS = 60 * SECOND

/** `tries`: connecting; `begins`: connected, updates may have been missed before; `reads`: heartbeat. */
export type StreamEvent = 'tries' | 'begins' | 'reads' | LiveUpdate

/**
 * Reads live updates until the signal aborts, and reconnects with exponential backoff and jitter. Stops when the server
 * rejects the session, which then ends here too, and when the listener has logged out.
 */
export async function readWithReconnect(
  token: string,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted && !isLoggedOut(token); failures++) {
    const began = Date.now()
    let isConnected = false
    onEvent('tries')
    try {
      await readLiveUpdates(
        token,
        change => {
          onEvent(change ?? (isConnected ? 'reads' : 'begins'))
          isConnected = true
        },
        signal,
      )
    } catch (error) {
      if (!signal.aborted && error instanceof CallError && error.status === 401) {
        endSession(token)
        return
      }
      if (!signal.aborted && error instanceof TypeError) void checkConnection()
    }
    if (Date.now() - began > STABLE_MS) failures = 0
    await sleep(Math.min(SECOND * 2 ** failures, MAX_RETRY_DELAY_MS) * (0.5 + Math.random() / 2), signal)
  }
}

/** Waits; ends early when the browser comes online, the server can be reached again, or the signal aborts. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = new AbortController()
    const end = () => {
      done.abort()
      stopWatching()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    const stopWatching = onReconnect(end)
    addEventListener('online', end, { signal: done.signal })
    signal.addEventListener('abort', end, { signal: done.signal })
    if (signal.aborted) end()
  })
}
