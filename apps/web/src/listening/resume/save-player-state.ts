import type { Player } from '@refrain/player/player'
import type { PlayerState } from '@refrain/player/state/player-state'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { createIdleTask } from '../../ui/timing/idle-task.ts'
import { cookiesOf } from './mirrored-cookies.ts'
import { idsOf, KEPT_ROWS } from './saved-rows.ts'
import { keepShuffle } from './saved-shuffle.ts'

/** So often the position is kept while a track plays. */
const EVERY_MS = 5_000

/** Seconds a position may differ and still be where it was left: the sound tells once more where it stopped. */
const SAME_PLACE = 1

interface Parts {
  /** Whether what is kept is this tab's to write. */
  readonly isOurs: () => boolean
  /** Shows in cookies what is kept. */
  readonly mirror: (values: Iterable<readonly [name: string, value: string | null]>) => void
}

/**
 * Keeps what the player does under the local keys, only what has changed and once the browser has time; the
 * position at each pause (ENG-07), every few seconds and when the page goes.
 */
export function savePlayerState(player: Player, { isOurs, mirror }: Parts) {
  /** What was kept last; undefined where others may have kept something since. */
  let kept: PlayerState | undefined
  /** As long as the player is as it was left here, there is nothing to keep of it. */
  let untouched: { readonly state: PlayerState; readonly position: number } | undefined
  let isStarted = false
  let isMissingLists = false
  let status = player.getState().status
  let positionAt = 0

  const writes = createIdleTask(() => {
    if (!isOurs() || isUntouched()) return
    untouched = undefined
    const state = player.getState()
    keepState(kept, state, isMissingLists)
    // Nothing is sent in front of the sound that is on its way.
    if (state !== kept && state.status !== 'loading') mirror(cookiesOf(state))
    kept = state
    keepPosition()
  })

  function isUntouched(): boolean {
    if (!untouched) return false
    const distance = player.progress.getState().position - untouched.position
    return saysTheSame(untouched.state, player.getState()) && Math.abs(distance) < SAME_PLACE
  }

  function leaveAsItIs(): void {
    kept = undefined
    untouched = { state: player.getState(), position: player.progress.getState().position }
  }

  function keepPosition(): void {
    const { position, duration } = player.progress.getState()
    positionAt = performance.now()
    const isIdle = player.getState().track === null
    write('currentTime', isIdle ? null : `${rounded(position)}`)
    write('progress', isIdle || duration === 0 ? null : `${rounded((position / duration) * 100)}`)
  }

  function hurry(): void {
    if (!isStarted) return
    writes.schedule()
    writes.flush()
  }

  function follow(): void {
    const { status: now } = player.getState()
    const hasPaused = now === 'paused' && status !== 'paused'
    // Whatever plays here is what is to be kept.
    if (now === 'loading' || now === 'playing') untouched = undefined
    status = now
    if (hasPaused) hurry()
    else writes.schedule()
  }

  function followPosition(): void {
    const isDue = status === 'playing' && performance.now() - positionAt >= EVERY_MS
    if (isDue || status === 'paused') writes.schedule()
  }

  return {
    /**
     * From now on what changes is kept; what is there already as well where it has been touched. Where the lists
     * of an earlier visit are `missing`, they stay kept until they are found or others have come in their place.
     */
    start(isTouched: boolean, missing = false): void {
      isMissingLists = missing
      if (isTouched) untouched = undefined
      else leaveAsItIs()
      writes.schedule()
      isStarted = true
      player.subscribe(follow)
      player.progress.subscribe(followPosition)
      addEventListener('pagehide', hurry)
      document.addEventListener('visibilitychange', () => document.hidden && hurry())
    },
    /** The lists of an earlier visit are no longer missing. */
    found(): void {
      isMissingLists = false
    },
    /** What the player is like now is not this tab's to keep; what changes later may be. */
    leaveAsItIs,
    /** What has not been written yet never is. */
    drop(): void {
      writes.cancel()
      isMissingLists = false
      leaveAsItIs()
    },
  }
}

function saysTheSame(before: PlayerState, state: PlayerState): boolean {
  return KEPT_ROWS.every(({ part }) => part(before) === part(state)) && before.orders === state.orders
}

function keepState(before: PlayerState | undefined, state: PlayerState, isMissingLists: boolean): void {
  for (const { key, source, part, text } of KEPT_ROWS) {
    if (isMissingLists && source && state.naturals[source].length === 0) continue
    if (!before || part(before) !== part(state)) write(key, text(state))
  }
  const { list, orders, shuffled } = state
  if (!list || !shuffled.album || (before?.shuffled.album && before.orders.album === orders.album)) return
  const order = idsOf(orders.album)
  if (order) keepShuffle(list.id, order)
}

/** Rather nothing than what is no longer so: a full storage takes no new value and keeps the old one. */
function write(key: string, text: string | null): void {
  if (readLocal(key) === text) return
  writeLocal(key, text)
  if (text !== null && readLocal(key) !== text) writeLocal(key, null)
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
