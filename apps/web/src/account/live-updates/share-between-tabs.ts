import { SILENCE_TIMEOUT_MS } from './read-live-updates.ts'
import type { StreamEvent } from './read-with-reconnect.ts'

/** Name of the lock that the tab has which reads, and of the channel by which it tells the others. */
const NAME = 'changes'
/** How often a tab that waits looks whether it still hears something, in milliseconds. */
const CHECK_INTERVAL_MS = 5_000

/** Reads until the signal, or until there is nothing to read any more. */
type Read = (hear: (word: StreamEvent) => void, signal: AbortSignal) => Promise<void>

/**
 * Has one tab of the browser read for all: a browser keeps few connections to a host. The others hear what it
 * hears. One of them takes over when it goes, and also where a tab in sight hears nothing of it any more: tabs
 * may be put to sleep. Where tabs cannot agree, without HTTPS, each reads for itself while it is in sight.
 */
export function shareBetweenTabs(
  read: Read,
  hear: (word: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  return 'locks' in navigator ? takeTurns(read, hear, signal) : readWhileVisible(read, hear, signal)
}

async function takeTurns(read: Read, hear: (word: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel(NAME)
  let heardAt = 0
  channel.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => {
    heardAt = Date.now()
    hear(data)
  })
  const tell = (word: StreamEvent) => {
    channel.postMessage(word)
    hear(word)
  }
  const isSilent = () => document.visibilityState === 'visible' && Date.now() - heardAt > SILENCE_TIMEOUT_MS

  let steal = false
  while (!signal.aborted) {
    const turn = childController(signal)
    heardAt = Date.now()
    const looking = setInterval(() => isSilent() && turn.abort(), CHECK_INTERVAL_MS)
    try {
      await navigator.locks.request(NAME, steal ? { steal } : { signal: turn.signal }, () => {
        clearInterval(looking)
        return read(tell, turn.signal)
      })
      break
    } catch (error) {
      if ((error as Error).name !== 'AbortError') break
      // It gave up waiting, or another tab has taken what it had.
      steal = turn.signal.aborted
    } finally {
      clearInterval(looking)
      turn.abort()
    }
  }
  channel.close()
}

async function readWhileVisible(
  read: Read,
  hear: (word: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const turn = childController(signal)
    const hide = () => document.visibilityState === 'hidden' && turn.abort()
    document.addEventListener('visibilitychange', hide, { signal: turn.signal })
    hide()
    if (!turn.signal.aborted) await read(hear, turn.signal)
    if (!turn.signal.aborted) return
    await untilVisible(signal)
  }
}

/** Resolves once the page is in sight, or the signal comes. */
function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const seen = childController(signal)
    const look = () => document.visibilityState === 'visible' && seen.abort()
    document.addEventListener('visibilitychange', look, { signal: seen.signal })
    seen.signal.addEventListener('abort', () => resolve())
    look()
    if (signal.aborted) resolve()
  })
}

/** What ends by itself, and with the signal. */
function childController(signal: AbortSignal): AbortController {
  const own = new AbortController()
  signal.addEventListener('abort', () => own.abort(), { signal: own.signal })
  return own
}
