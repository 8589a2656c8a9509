import type { PlayerState, PlayerTrack } from '@refrain/player/state/player-state'
import type { Readable } from '@refrain/player/state/store'

/** Calls back when a track starts to play, once per load. */
export function watchTrackStarts(player: Readable<PlayerState>, onStart: (track: PlayerTrack) => void): void {
  let started: number | undefined
  function look(): void {
    const { status, track, load } = player.getState()
    if (status !== 'playing' || !track || load === started) return
    started = load
    onStart(track)
  }
  look()
  player.subscribe(look)
}
