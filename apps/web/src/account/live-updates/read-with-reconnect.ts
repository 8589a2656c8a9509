import type { LiveUpdate } from '@refrain/contract/live-updates'
import { CallError } from '../../api/send.ts'
import { isLoggedOut } from '../pending-logout.ts'
import { endSession } from '../session.ts'
import { readLiveUpdates } from './read-live-updates.ts'

const SECOND = 1_000
/** The longest rest between two attempts: shorter than the silence by which others believe nobody tries. */
const MAX_RETRY_DELAY_MS = 30 * SECOND
/** What lived so long was no failure. */
const STABLE_MS = 60 * SECOND

/** `tries`: is there, but cannot read yet; `begins`: reads from now on, and may have missed something; `reads`: still. */
export type StreamEvent = 'tries' | 'begins' | 'reads' | LiveUpdate

/**
 * Reads a listener's changes as long as the signal lets it, again and again where the connection breaks, after
 * ever longer rests of random length, so that not all pages come back at once. Where the service knows no such
 * session any more, it is over here as well (PROP-08), and nothing is read any longer. Nothing is asked for again
 * once its listener has left, though the logout may still be on its way.
 */
export async function readWithReconnect(
  token: string,
  hear: (word: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted && !isLoggedOut(token); failures++) {
    const began = Date.now()
    let reads = false
    hear('tries')
    try {
      await readLiveUpdates(
        token,
        change => {
          hear(change ?? (reads ? 'reads' : 'begins'))
          reads = true
        },
        signal,
      )
    } catch (error) {
      if (!signal.aborted && error instanceof CallError && error.status === 401) {
        endSession(token)
        return
      }
    }
    if (Date.now() - began > STABLE_MS) failures = 0
    await sleep(Math.min(SECOND * 2 ** failures, MAX_RETRY_DELAY_MS) * (0.5 + Math.random() / 2), signal)
  }
}

/** Waits so many milliseconds; no longer than until the browser is online again, or the signal. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const over = new AbortController()
    const end = () => {
      over.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
    if (signal.aborted) end()
  })
}
