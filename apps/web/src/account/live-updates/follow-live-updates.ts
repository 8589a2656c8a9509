import { LIVE_UPDATE_KINDS } from '@refrain/contract/live-updates'
import { queryClient } from '../../api/query-client.ts'
import { tabId } from '../../api/tab-id.ts'
import { ownKey, readToken } from '../session.ts'
import { SILENCE_TIMEOUT_MS } from './read-live-updates.ts'
import { readWithReconnect, type StreamEvent } from './read-with-reconnect.ts'
import { shareBetweenTabs } from './share-between-tabs.ts'

/** If connecting takes longer, updates may have been missed meanwhile. */
const SLOW_START_MS = 1_000

/**
 * Refetches what the listener changes in other tabs and on other devices, until the signal aborts. After a gap in the
 * connection, everything of theirs is refetched.
 * @param onCatalogueChange called when an import has begun, ended or changed the catalogue, or may have
 */
export async function followLiveUpdates(
  token: string,
  signal: AbortSignal,
  onCatalogueChange: () => void,
): Promise<void> {
  if ((await readToken()) !== token || signal.aborted) return
  const startedAt = Date.now()
  let lastEventAt: number | undefined

  function onEvent(event: StreamEvent): void {
    if (event === 'tries') return
    const silence = lastEventAt === undefined ? undefined : Date.now() - lastEventAt
    lastEventAt = Date.now()
    // What was fetched before the connection stood is refetched when it is next shown; at once if connecting was slow.
    const isFirst = silence === undefined
    const hasGap = isFirst
      ? Date.now() - startedAt > SLOW_START_MS
      : event === 'begins' || silence > SILENCE_TIMEOUT_MS
    if (isFirst || hasGap) invalidateAll(token, hasGap ? 'active' : 'none')
    // Nothing says how old the status of the import is that a page has got by now.
    if (isFirst || hasGap) onCatalogueChange()
    if (typeof event !== 'object' || event.tab === tabId) return
    if (event.kind === 'catalogue') onCatalogueChange()
    else void queryClient.invalidateQueries({ queryKey: ownKey(token, event.kind) })
  }

  await shareBetweenTabs((broadcast, turn) => readWithReconnect(token, broadcast, turn), onEvent, signal)
}

function invalidateAll(token: string, refetchType: 'active' | 'none'): void {
  for (const kind of LIVE_UPDATE_KINDS)
    void queryClient.invalidateQueries({ queryKey: ownKey(token, kind), refetchType })
}
