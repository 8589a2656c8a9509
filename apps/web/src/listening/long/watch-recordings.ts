import type { Player } from '@refrain/player/player'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { mayBeResumable } from './may-be-long.ts'

/** Loads what remembers positions when the first long recording is played. If that fails, the next one tries again. */
export function watchRecordings(player: Player): void {
  let isLoading = false
  const stop = player.subscribe(look)
  function look(): void {
    const { track } = player.getState()
    if (isLoading || !track || !mayBeResumable(track)) return
    isLoading = true
    loadChunk(() => import('./keep-stored-positions.ts')).then(
      ({ keepStoredPositions }) => {
        stop()
        keepStoredPositions(player)
      },
      () => {
        isLoading = false
      },
    )
  }
  look()
}
