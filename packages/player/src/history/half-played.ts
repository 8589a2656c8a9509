import { type Clock, SYSTEM_CLOCK } from '../clock.ts'
import type { Player } from '../player.ts'
import type { PlayerTrack } from '../state/player-state.ts'

/** Highest playback rate. */
const MAX_RATE = 2
/** Seconds that a position may be ahead of the clock: both come in steps. */
const TOLERANCE_SECONDS = 1

/** Called once, when the load of a track ends, with how many seconds of it were heard. */
export type OnLoadEnd = (secondsHeard: number) => void

export interface HalfPlayedWatch {
  /** Ends the current load for `OnLoadEnd`, as the page may not run again. It may go on all the same. */
  endLoad(): void
  unsubscribe(): void
}

/**
 * Calls `onHalf` once per track start, when the track plays at or beyond half of its duration. Seeking beyond
 * the half counts. A restored track that is already beyond its half was counted by the earlier visit.
 * @param onHalf returns what to call when this load ends
 */
export function watchHalfPlayed(
  player: Pick<Player, 'getState' | 'subscribe' | 'progress'>,
  onHalf: (track: PlayerTrack) => OnLoadEnd | undefined,
  clock: Pick<Clock, 'now'> = SYSTEM_CLOCK,
): HalfPlayedWatch {
  let seenLoad = -1
  let seenTrack: PlayerTrack | null = null
  let isCounted = true
  let heard = new HeardSeconds()
  let onEnd: OnLoadEnd | undefined

  function endLoad(): void {
    const ended = onEnd
    onEnd = undefined
    ended?.(Math.round(heard.total))
  }

  function check(): void {
    const { load, track, status } = player.getState()
    const { position, duration } = player.progress.getState()
    const isHalf = duration > 0 && position >= duration / 2
    if (load !== seenLoad || track !== seenTrack) {
      endLoad()
      seenLoad = load
      seenTrack = track
      isCounted = isHalf
      heard = new HeardSeconds()
    }
    heard.note(position, clock.now(), status === 'playing')
    if (isHalf && !isCounted && status === 'playing' && track) {
      isCounted = true
      onEnd = onHalf(track)
    }
  }

  check()
  const unsubscribers = [player.subscribe(check), player.progress.subscribe(check)]
  return {
    endLoad,
    unsubscribe() {
      for (const unsubscribe of unsubscribers) unsubscribe()
    },
  }
}

/**
 * Adds up how many seconds of a track are heard: steps of the position that playing explains. Seeks are longer, or go back.
 */
class HeardSeconds {
  #seconds = 0
  #last: { readonly position: number; readonly at: number; readonly isPlaying: boolean } | undefined

  /**
   * @param position in seconds
   * @param now in milliseconds
   */
  note(position: number, now: number, isPlaying: boolean): void {
    const last = this.#last
    this.#last = { position, at: now, isPlaying }
    if (!last?.isPlaying) return
    const step = position - last.position
    const most = (Math.max(0, now - last.at) / 1000) * MAX_RATE + TOLERANCE_SECONDS
    if (step > 0 && step <= most) this.#seconds += step
  }

  get total(): number {
    return this.#seconds
  }
}
