import type { PlayerState, PlayerTrack } from '../state/player-state.ts'
import { indexOfId, indexOfTrack } from './id-index.ts'

/**
 * Index of the track after `index`, wrapping at the end and skipping unplayable tracks; the first one after -1.
 * -1 if there is none. A list of one is followed by itself.
 */
function indexAfter(
  queue: readonly PlayerTrack[],
  index: number,
  unplayable: ReadonlySet<string> = new Set(),
): number {
  return step(queue, index, 1, unplayable)
}

/** Index of the track before `index`, wrapping at the start; the last one before -1. -1 if there is none. */
export function indexBefore(
  queue: readonly PlayerTrack[],
  index: number,
  unplayable: ReadonlySet<string> = new Set(),
): number {
  return step(queue, index < 0 ? queue.length : index, -1, unplayable)
}

/** The queue, the current track's place in it, and the tracks after it: on the listener's request, and by itself. */
export function locate(
  {
    track,
    source,
    orders,
    gap,
    shuffled,
    round: before,
    settings: { repeat, autoplay },
    continuation,
  }: Pick<
    PlayerState,
    'track' | 'source' | 'orders' | 'gap' | 'shuffled' | 'round' | 'settings' | 'continuation'
  >,
  unplayable: ReadonlySet<string>,
): Pick<PlayerState, 'queue' | 'index' | 'round' | 'rest' | 'nextTrack' | 'followingTrack'> {
  const queue = orders[source]
  const index = track ? indexOfTrack(queue, track) : -1
  const from = (gapIndex({ source, index, gap }) ?? index + 1) - 1
  const { length } = queue
  const round = before && indexOfTrack(queue, before) >= 0 ? before : track
  const start = shuffled[source] && round ? indexOfTrack(queue, round) : 0
  // Where the current track, or the one that the round began with, is gone, the next one begins another.
  const rest = from < 0 || start < 0 ? length : length - 1 - ((from - start + length) % length)
  const nextIndex = indexAfter(queue, from, unplayable)
  const nextTrack = (track && queue[nextIndex]) ?? null
  let followingTrack = nextTrack
  if (repeat === 'one') followingTrack = track
  else if (repeat === 'off' && (nextIndex < 0 || (nextIndex - from - 1 + length) % length >= rest))
    followingTrack = (autoplay && track && continuation?.tracks.find(({ id }) => !unplayable.has(id))) || null
  return { queue, index, round, rest, nextTrack, followingTrack }
}

/** Queue index of the track that followed the current one before it was removed from the queue; else null. */
export function gapIndex({
  source,
  index,
  gap,
}: Pick<PlayerState, 'source' | 'index' | 'gap'>): number | null {
  return source === 'user' && index < 0 ? gap : null
}

/** The value of `gap` after a track is removed from the listener's own tracks. */
export function gapAfterRemoval(
  { track, orders, gap }: Pick<PlayerState, 'track' | 'orders' | 'gap'>,
  trackId: string,
): number | null {
  const index = indexOfId(orders.user, trackId)
  if (trackId === track?.id) return index
  return gap !== null && index < gap ? gap - 1 : gap
}

function step(
  queue: readonly PlayerTrack[],
  index: number,
  by: 1 | -1,
  unplayable: ReadonlySet<string>,
): number {
  for (let steps = 1; steps <= queue.length; steps++) {
    const candidate = (index + by * steps + queue.length * steps) % queue.length
    const track = queue[candidate]
    if (track && !unplayable.has(track.id)) return candidate
  }
  return -1
}
