import { LIVE_UPDATE_KINDS } from '@refrain/contract/live-updates'
import { queryClient } from '../../api/query-client.ts'
import { tabId } from '../../api/tab-id.ts'
import { ownKey, readToken } from '../session.ts'
import { SILENCE_TIMEOUT_MS } from './read-live-updates.ts'
import { readWithReconnect, type StreamEvent } from './read-with-reconnect.ts'
import { shareBetweenTabs } from './share-between-tabs.ts'

/** A stream that takes longer to begin than so many milliseconds leaves a gap in which something may change. */
const SLOW_START_MS = 1_000

/**
 * Shows what of the listener's own is changed in other tabs and on other devices: what was fetched of that kind
 * is asked for anew. After a gap that may be anything. Until the signal.
 */
export async function followLiveUpdates(token: string, signal: AbortSignal): Promise<void> {
  if ((await readToken()) !== token || signal.aborted) return
  const askedAt = Date.now()
  let heardAt: number | undefined

  function hear(word: StreamEvent): void {
    if (word === 'tries') return
    const silence = heardAt === undefined ? undefined : Date.now() - heardAt
    heardAt = Date.now()
    // What was fetched before anybody listened is asked for when it is looked at next; at once where that was long ago.
    if (silence === undefined) invalidateAll(token, Date.now() - askedAt > SLOW_START_MS ? 'active' : 'none')
    else if (word === 'begins' || silence > SILENCE_TIMEOUT_MS) invalidateAll(token, 'active')
    if (typeof word === 'object' && word.tab !== tabId)
      void queryClient.invalidateQueries({ queryKey: ownKey(token, word.kind) })
  }

  await shareBetweenTabs((tell, turn) => readWithReconnect(token, tell, turn), hear, signal)
}

function invalidateAll(token: string, refetchType: 'active' | 'none'): void {
  for (const kind of LIVE_UPDATE_KINDS)
    void queryClient.invalidateQueries({ queryKey: ownKey(token, kind), refetchType })
}
