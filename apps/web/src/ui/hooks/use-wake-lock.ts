import { useEffect } from 'react'

/** Keeps the screen on while `held`, where the browser can and allows it. It lets go while the page is hidden. */
export function useWakeLock(held: boolean): void {
  useEffect(() => {
    if (!held || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    const released = new AbortController()
    async function request(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      // Refused with an empty battery, for instance.
      const granted = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (released.signal.aborted) void granted?.release()
      else lock = granted
    }
    void request()
    document.addEventListener('visibilitychange', request, { signal: released.signal })
    return () => {
      released.abort()
      void lock?.release()
    }
  }, [held])
}
