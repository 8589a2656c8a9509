import { ownName } from '../../prefix.ts'
import { SILENCE_TIMEOUT_MS } from './read-live-updates.ts'
import type { StreamEvent } from './read-with-reconnect.ts'

/** Name of the lock that the reading tab holds, and of the channel on which it broadcasts to the others. */
const NAME = ownName('changes')
/** How often a waiting tab checks for silence, in milliseconds. */
const CHECK_INTERVAL_MS = 5_000

/** Reads until the signal aborts, or there is nothing more to read. */
type Read = (onEvent: (event: StreamEvent) => void, signal: AbortSignal) => Promise<void>

/**
 * Lets one tab read for all, because a browser opens few connections to a host. Another tab takes over when that tab is
 * closed, or when a visible tab hears nothing from it: browsers suspend tabs. Without HTTPS there are no locks, and
 * each tab reads for itself while it is visible.
 */
export function shareBetweenTabs(
  read: Read,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  return 'locks' in navigator ? readInOneTab(read, onEvent, signal) : readWhileVisible(read, onEvent, signal)
}

async function readInOneTab(
  read: Read,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const channel = new BroadcastChannel(NAME)
  let lastEventAt = 0
  channel.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => {
    lastEventAt = Date.now()
    onEvent(data)
  })
  const broadcast = (event: StreamEvent) => {
    channel.postMessage(event)
    onEvent(event)
  }
  const isSilent = () =>
    document.visibilityState === 'visible' && Date.now() - lastEventAt > SILENCE_TIMEOUT_MS

  let steal = false
  while (!signal.aborted) {
    const turn = childController(signal)
    lastEventAt = Date.now()
    const checking = setInterval(() => isSilent() && turn.abort(), CHECK_INTERVAL_MS)
    try {
      await navigator.locks.request(NAME, steal ? { steal } : { signal: turn.signal }, () => {
        clearInterval(checking)
        return read(broadcast, turn.signal)
      })
      break
    } catch (error) {
      if ((error as Error).name !== 'AbortError') break
      // Aborted while waiting: steal the lock. Lost to another tab: queue for it again.
      steal = turn.signal.aborted
    } finally {
      clearInterval(checking)
      turn.abort()
    }
  }
  channel.close()
}

async function readWhileVisible(
  read: Read,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const turn = childController(signal)
    const hide = () => document.visibilityState === 'hidden' && turn.abort()
    document.addEventListener('visibilitychange', hide, { signal: turn.signal })
    hide()
    if (!turn.signal.aborted) await read(onEvent, turn.signal)
    if (!turn.signal.aborted) return
    await untilVisible(signal)
  }
}

/** Resolves once the page is visible or the signal aborts. */
function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = childController(signal)
    const check = () => document.visibilityState === 'visible' && done.abort()
    document.addEventListener('visibilitychange', check, { signal: done.signal })
    done.signal.addEventListener('abort', () => resolve())
    check()
    if (signal.aborted) resolve()
  })
}

/** Aborts with the signal, or by itself. */
function childController(signal: AbortSignal): AbortController {
  const own = new AbortController()
  signal.addEventListener('abort', () => own.abort(), { signal: own.signal })
  return own
}
