import type { PlayerTrack } from '../state/player-state.ts'

type Position = Pick<PlayerTrack, 'albumId' | 'disc' | 'number'>

/**
 * Whether `after` directly follows `before` on its album: the next track of the disc, or the first of the next
 * disc. Such tracks often run into each other and are never crossfaded.
 */
export function areContinuous(before: Position, after: Position): boolean {
  if (before.albumId !== after.albumId || before.number <= 0) return false
  if (after.disc === before.disc) return after.number === before.number + 1
  return after.disc === before.disc + 1 && after.number === 1
}
