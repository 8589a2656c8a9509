import type { PlayerTrack } from './state.ts'

type Place = Pick<PlayerTrack, 'albumId' | 'disc' | 'number'>

/**
 * Whether one track runs into the other: the next of its disc, or the first of the disc that follows. Such
 * tracks are never faded into each other.
 */
export function areContinuous(before: Place, after: Place): boolean {
  if (before.albumId !== after.albumId || before.number <= 0) return false
  if (after.disc === before.disc) return after.number === before.number + 1
  return after.disc === before.disc + 1 && after.number === 1
}
