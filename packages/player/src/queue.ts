import { placeOf } from './places.ts'
import type { PlayerState, PlayerTrack } from './state.ts'

/**
 * Place of the track that follows `index`, wrapping at the end and passing over what cannot be played;
 * the first of all after -1. -1 where there is none. A list of one is followed by itself.
 */
export function following(
  queue: readonly PlayerTrack[],
  index: number,
  unplayable: ReadonlySet<string> = new Set(),
): number {
  return step(queue, index, 1, unplayable)
}

/** Place of the track before `index`, wrapping at the start; the last of all before -1. -1 where there is none. */
export function preceding(
  queue: readonly PlayerTrack[],
  index: number,
  unplayable: ReadonlySet<string> = new Set(),
): number {
  return step(queue, index < 0 ? queue.length : index, -1, unplayable)
}

/** Place in the queue of what stood after a current track that was taken out of it; null where none was. */
export function gapIn({ source, index, gap }: Pick<PlayerState, 'source' | 'index' | 'gap'>): number | null {
  return source === 'user' && index < 0 ? gap : null
}

/** The gap there is once a track has been taken out of the own tracks. */
export function gapWithout(
  { track, orders, gap }: Pick<PlayerState, 'track' | 'orders' | 'gap'>,
  trackId: string,
): number | null {
  const place = placeOf(orders.user, trackId)
  if (trackId === track?.id) return place
  return gap !== null && place < gap ? gap - 1 : gap
}

function step(
  queue: readonly PlayerTrack[],
  index: number,
  by: 1 | -1,
  unplayable: ReadonlySet<string>,
): number {
  for (let steps = 1; steps <= queue.length; steps++) {
    const place = (index + by * steps + queue.length * steps) % queue.length
    const track = queue[place]
    if (track && !unplayable.has(track.id)) return place
  }
  return -1
}
