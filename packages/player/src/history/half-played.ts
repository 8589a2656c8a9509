import type { Player } from '../player.ts'
import type { PlayerTrack } from '../state/player-state.ts'

/**
 * Calls `onHalf` once per track start, when the track plays at or beyond half of its duration. Seeking beyond
 * the half counts. A restored track that is already beyond its half was counted by the earlier visit.
 * @returns unsubscribes
 */
export function watchHalfPlayed(
  player: Pick<Player, 'getState' | 'subscribe' | 'progress'>,
  onHalf: (track: PlayerTrack) => void,
): () => void {
  let seenLoad = -1
  let seenTrack: PlayerTrack | null = null
  let isCounted = true

  function check(): void {
    const { load, track, status } = player.getState()
    const { position, duration } = player.progress.getState()
    const isHalf = duration > 0 && position >= duration / 2
    if (load !== seenLoad || track !== seenTrack) {
      seenLoad = load
      seenTrack = track
      isCounted = isHalf
    } else if (isHalf && !isCounted && status === 'playing' && track) {
      isCounted = true
      onHalf(track)
    }
  }

  check()
  const unsubscribers = [player.subscribe(check), player.progress.subscribe(check)]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
