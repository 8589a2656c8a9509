import type { PlayerTrack } from './state.ts'

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
