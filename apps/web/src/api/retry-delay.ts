import { backoffMs } from './backoff.ts'
import { onReconnect } from './connection.ts'

/** Waits before a retry, longer each time; ends early when the server can be reached again. @param tries number of failed tries before */
export function waitBeforeRetry(tries: number): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      stopWatching()
      resolve()
    }
    const timer = setTimeout(end, backoffMs(tries))
    const stopWatching = onReconnect(end)
  })
}
