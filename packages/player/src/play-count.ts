import type { Player } from './player.ts'
import type { PlayerTrack } from './state.ts'

/**
 * Calls back once for each start of a track, as soon as it plays at or beyond half of its duration (ENG-13,
 * ENG-14, READ-54). A jump beyond the half counts as reaching it: only the place is named. What comes back
 * from an earlier visit beyond its half was counted there.
 * @returns ends the watch
 */
export function watchHalf(
  player: Pick<Player, 'getState' | 'subscribe' | 'progress'>,
  onHalf: (track: PlayerTrack) => void,
): () => void {
  let load = -1
  let loaded: PlayerTrack | null = null
  let isCounted = true

  function look(): void {
    const { load: now, track, status } = player.getState()
    const { position, duration } = player.progress.getState()
    const isHalf = duration > 0 && position >= duration / 2
    if (now !== load || track !== loaded) {
      load = now
      loaded = track
      isCounted = isHalf
    } else if (isHalf && !isCounted && status === 'playing' && track) {
      isCounted = true
      onHalf(track)
    }
  }

  look()
  const ends = [player.subscribe(look), player.progress.subscribe(look)]
  return () => {
    for (const end of ends) end()
  }
}
