import type { Player } from '@refrain/player/player'
import { indexOfId, keyOf } from '@refrain/player/queue/id-index'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { readIds, STORED_CHANGES, USER_TRACKS } from '../resume/saved-values.ts'
import { ANSWER_MS, type Leadership } from './lead-tabs.ts'
import type { QueueChange, TabChannel } from './tab-channel.ts'

/** How many changes of other tabs are remembered. */
const MAX_NOTED = 1_000
const MAX_STORED = 200

export interface SharedQueue {
  /** Runs what changes Your Tracks without a choice of the listener here. */
  follow(act: () => void): void
  /** Your Tracks of an earlier visit are in the player: changes that came meanwhile follow. */
  onRestored(): void
  /** The tab closes: if the leading tab has not stored its changes yet, they are stored now. */
  flush(): void
  /** The listener has logged out. */
  discard(): void
}

/**
 * Shares Your Tracks between tabs. Each change is applied to what is stored now, by the leading tab; all tabs follow it. A
 * change that no leading tab has stored in time is stored by its own tab, which does not lead for that: the leading one may play on.
 * @param follow runs a change that the listener made in another tab
 */
export function shareQueue(
  player: Player,
  channel: TabChannel,
  leadership: Leadership,
  follow: (act: () => void) => void = act => act(),
): SharedQueue {
  let known: readonly PlayerTrack[] = []
  let isFollowing = false
  /** Changes from other tabs until the player holds what they refer to. */
  let early: QueueChange[] | undefined = []
  /** Saved tracks that the player does not have, as they are unavailable. They go when the list is cleared. */
  let hidden: readonly string[] = []
  /** Changes that the leading tab has not stored yet, as far as known; of any tab, in the order in which they came. */
  const unstored = new Map<string, QueueChange>()
  /** Changes that the player here has followed. */
  const seen = new Map<string, true>()
  /** Which of the unstored ones were made here. */
  const own = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let changes = 0
  const name = Array.from(crypto.getRandomValues(new Uint32Array(2)), part => part.toString(36)).join('')

  function followQuietly(act: () => void): void {
    isFollowing = true
    act()
    isFollowing = false
  }

  function followOnce(id: string, change: QueueChange): void {
    if (seen.has(id)) return
    seen.set(id, true)
    limit(seen)
    if (early) early.push(change)
    else follow(() => followQuietly(() => applyTo(player, change)))
  }

  function onStored(id: string): void {
    unstored.delete(id)
    own.delete(id)
    if (own.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }

  function storeChanges(): void {
    for (const [id, change] of [...unstored]) {
      const isNew = store(id, change)
      // It does not fit: tried again with the next change, and when the tab closes.
      if (isNew === undefined) return
      channel.post({ type: 'stored', id, ...(isNew && { change }) })
      onStored(id)
    }
  }

  function storeLate(): void {
    timer = undefined
    storeChanges()
  }

  function publish(change: QueueChange): void {
    const id = `${name}${changes++}`
    seen.set(id, true)
    unstored.set(id, change)
    own.add(id)
    channel.post({ type: 'changes', id, change })
    if (leadership.tryToLead()) storeChanges()
    else timer ??= setTimeout(storeLate, ANSWER_MS)
  }

  function changeSince(before: readonly PlayerTrack[], after: readonly PlayerTrack[]): QueueChange {
    const removed = without(before, after).map(keyOf)
    return { removed: after.length === 0 ? [...removed, ...hidden] : removed, added: without(after, before) }
  }

  function onChange(): void {
    const { user } = player.getState().naturalOrders
    if (user === known) return
    const before = known
    known = user
    if (!isFollowing && before.length + user.length > 0) publish(changeSince(before, user))
  }

  channel.listen(message => {
    if (typeof message === 'string' || message.type === 'starts') return
    const { type, id, change } = message
    if (change) followOnce(id, change)
    if (type === 'stored') return onStored(id)
    unstored.set(id, change)
    limit(unstored)
    if (leadership.isLeading()) storeChanges()
  })
  leadership.onTaken(storeChanges)
  player.subscribe(onChange)
  onChange()

  return {
    follow: followQuietly,
    onRestored() {
      const waiting = early ?? []
      early = undefined
      hidden = readIds(USER_TRACKS).filter(id => indexOfId(known, id) < 0)
      for (const change of waiting) follow(() => followQuietly(() => applyTo(player, change)))
    },
    flush() {
      // Together with those of other tabs that came before: a removal is worth nothing before what it removes is added.
      if (own.size > 0) storeChanges()
    },
    discard() {
      for (const id of [...unstored.keys()]) onStored(id)
    },
  }
}

/** Drops the oldest entry of a map that has grown too large. */
function limit(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (map.size > MAX_NOTED && oldest !== undefined) map.delete(oldest)
}

const without = (list: readonly PlayerTrack[], other: readonly PlayerTrack[]) =>
  list.filter(track => indexOfId(other, keyOf(track)) < 0)

/** Applies a change to what is stored. @returns false if that has been done before, by any tab; undefined if it does not fit */
function store(id: string, { removed, added }: QueueChange): boolean | undefined {
  const stored = readIds(STORED_CHANGES)
  if (stored.includes(id)) return false
  const gone = new Set(removed)
  const kept = readIds(USER_TRACKS).filter(id => !gone.has(id))
  const ids = [...new Set([...kept, ...added.map(keyOf)])]
  const text = ids.length > 0 ? JSON.stringify(ids) : null
  writeLocal(USER_TRACKS, text)
  // Only then: a full storage keeps the old list, and the change would count as stored.
  if (readLocal(USER_TRACKS) !== text) return undefined
  writeLocal(STORED_CHANGES, JSON.stringify([...stored, id].slice(-MAX_STORED)))
  return true
}

function applyTo(player: Player, { removed, added }: QueueChange): void {
  for (const id of removed) player.removeFromQueue(id)
  player.addToQueue(...added)
}
