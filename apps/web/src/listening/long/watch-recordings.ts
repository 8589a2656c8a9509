import type { Player } from '@refrain/player/player'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { isResumable } from './recordings.ts'

/** Loads what remembers positions when the first long recording is played. If that fails, the next one tries again. */
export function watchRecordings(player: Player): void {
  let isLoading = false
  const stop = player.subscribe(look)
  function look(): void {
    const { track } = player.getState()
    if (isLoading || !track || !isResumable(track)) return
    isLoading = true
    Promise.all([
      loadChunk(() => import('./keep-positions.ts')),
      loadChunk(() => import('./position-store.ts')),
    ]).then(
      ([{ keepPositions }, { createPositionStore }]) => {
        stop()
        keepPositions(player, createPositionStore())
      },
      () => {
        isLoading = false
      },
    )
  }
  look()
}
