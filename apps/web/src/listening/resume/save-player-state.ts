import type { Player } from '@refrain/player/player'
import type { PlayerState } from '@refrain/player/state/player-state'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { createIdleTask } from '../../ui/timing/idle-task.ts'
import { cookiesOf } from './mirrored-cookies.ts'
import { idsOf, SAVED_ROWS } from './saved-rows.ts'
import { readIds, SHUFFLED_LISTS, shuffleKey } from './saved-values.ts'

const MAX_SHUFFLES = 50
/** Maximum length of all orders except the newest: five lists of 10,000 tracks would fill localStorage. */
const MAX_SHUFFLE_LETTERS = 1_000_000

/** Interval between saved positions during playback. */
const POSITION_INTERVAL_MS = 5_000

/** Tolerance: the element reports its position once more when it stops. */
const SAME_POSITION_SECONDS = 1

interface Parts {
  /** Whether this tab may write the saved state. @param onFree called if it may not, but should try again */
  readonly tryToLead: (onFree: () => void) => boolean
  /** Mirrors saved values in cookies. */
  readonly mirrorCookies: (values: Iterable<readonly [name: string, value: string | null]>) => void
}

/**
 * Persists player state to localStorage: changed keys only, when the browser is idle; the position at each
 * pause, every few seconds and on page hide.
 */
export function savePlayerState(player: Player, { tryToLead, mirrorCookies }: Parts) {
  /** The state saved last; undefined if another tab may have written since. */
  let saved: PlayerState | undefined
  /** While the player is unchanged since then, nothing is saved. */
  let untouched: { readonly state: PlayerState; readonly position: number } | undefined
  let isStarted = false
  let isMissingLists = false
  let status = player.getState().status
  let positionAt = 0

  const writes = createIdleTask(() => {
    if (isUntouched() || !tryToLead(writes.schedule)) return
    untouched = undefined
    const state = player.getState()
    saveState(saved, state, isMissingLists)
    // Nothing may delay the audio that is being fetched.
    if (state !== saved && state.status !== 'loading') mirrorCookies(cookiesOf(state))
    saved = state
    savePosition()
  })

  function isUntouched(): boolean {
    if (!untouched) return false
    const distance = player.progress.getState().position - untouched.position
    return isSameState(untouched.state, player.getState()) && Math.abs(distance) < SAME_POSITION_SECONDS
  }

  function ignoreCurrentState(): void {
    saved = undefined
    untouched = { state: player.getState(), position: player.progress.getState().position }
  }

  function savePosition(): void {
    const { position, duration } = player.progress.getState()
    positionAt = performance.now()
    const isIdle = player.getState().track === null
    write('currentTime', isIdle ? null : `${rounded(position)}`)
    write('progress', isIdle || duration === 0 ? null : `${rounded((position / duration) * 100)}`)
  }

  function saveNow(): void {
    if (!isStarted) return
    writes.schedule()
    writes.flush()
  }

  function follow(): void {
    const { status: now } = player.getState()
    const hasPaused = now === 'paused' && status !== 'paused'
    // A playing tab leads.
    if (now === 'loading' || now === 'playing') untouched = undefined
    status = now
    if (hasPaused) saveNow()
    else writes.schedule()
  }

  function followPosition(): void {
    const isDue = status === 'playing' && performance.now() - positionAt >= POSITION_INTERVAL_MS
    if (isDue || status === 'paused') writes.schedule()
  }

  return {
    /**
     * Starts saving changes, and the current state if it was touched. While the lists of an earlier visit are
     * `missing`, their saved values stay until they are found or replaced.
     */
    start(isTouched: boolean, missing = false): void {
      isMissingLists = missing
      if (isTouched) untouched = undefined
      else ignoreCurrentState()
      writes.schedule()
      isStarted = true
      player.subscribe(follow)
      player.progress.subscribe(followPosition)
      addEventListener('pagehide', saveNow)
      document.addEventListener('visibilitychange', () => document.hidden && saveNow())
    },
    listsRestored(): void {
      isMissingLists = false
    },
    /** The current state belongs to another tab; later changes may belong to this one. */
    ignoreCurrentState,
    /** The next write contains all keys: another tab may have written them. */
    saveEverything(): void {
      saved = undefined
    },
    /** Runs a change that was made in another tab. */
    ignoreChange(change: () => void): void {
      const wasUntouched = isUntouched()
      change()
      if (wasUntouched) ignoreCurrentState()
    },
    /** Discards pending writes. */
    discard(): void {
      writes.cancel()
      isMissingLists = false
      ignoreCurrentState()
    },
  }
}

function isSameState(before: PlayerState, state: PlayerState): boolean {
  return SAVED_ROWS.every(({ part }) => part(before) === part(state)) && before.orders === state.orders
}

function saveState(before: PlayerState | undefined, state: PlayerState, isMissingLists: boolean): void {
  for (const { key, source, part, text } of SAVED_ROWS) {
    if (isMissingLists && source && state.naturalOrders[source].length === 0) continue
    if (!before || part(before) !== part(state)) write(key, text(state))
  }
  const { list, orders, shuffled } = state
  if (!list || !shuffled.album || (before?.shuffled.album && before.orders.album === orders.album)) return
  const order = idsOf(orders.album)
  if (order) saveShuffle(list.id, order)
}

/** Removes an outdated value that cannot be replaced: a full storage keeps the old one. */
function write(key: string, text: string | null): void {
  if (readLocal(key) === text) return
  writeLocal(key, text)
  if (text !== null && readLocal(key) !== text) writeLocal(key, null)
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** Saves the shuffle order of a list; the oldest orders are dropped. */
export function saveShuffle(listId: string, order: string): void {
  const key = shuffleKey(listId)
  const older = readIds(SHUFFLED_LISTS).filter(id => id !== listId)
  let characters = 0
  const remaining = [listId]
  for (const [index, id] of older.toReversed().entries()) {
    characters += readLocal(shuffleKey(id))?.length ?? 0
    if (index + 1 < MAX_SHUFFLES && characters <= MAX_SHUFFLE_LETTERS) remaining.unshift(id)
    else writeLocal(shuffleKey(id), null)
  }
  writeLocal(SHUFFLED_LISTS, JSON.stringify(remaining))
  writeLocal(key, order)
}
