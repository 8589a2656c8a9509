import type { PlayerState, PlayerTrack } from '../state/player-state.ts'
import { indexOfId, indexOfTrack } from './id-index.ts'

/**
 * Index of the track after `index`, at most `most` places on, wrapping at the end and skipping unplayable tracks; the first
 * one after -1. -1 if there is none. A list of one is followed by itself.
 */
function indexAfter(
  queue: readonly PlayerTrack[],
  index: number,
  unplayable: ReadonlySet<string> = new Set(),
  most?: number,
): number {
  return step(queue, index, 1, unplayable, most)
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
): Pick<PlayerState, 'queue' | 'index' | 'round' | 'nextTrack' | 'followingTrack'> {
  const queue = orders[source]
  const index = track ? indexOfTrack(queue, track) : -1
  const from = (gapIndex({ source, index, gap }) ?? index + 1) - 1
  const round = before && indexOfTrack(queue, before) >= 0 ? before : track
  const nextTrack = (track && queue[indexAfter(queue, from, unplayable)]) ?? null
  let followingTrack = nextTrack
  if (repeat === 'one') followingTrack = track
  else if (
    repeat === 'off' &&
    indexAfter(queue, from, unplayable, restOfRound({ source, queue, index, gap, shuffled, round })) < 0
  )
    followingTrack = (autoplay && track && continuation?.tracks.find(({ id }) => !unplayable.has(id))) || null
  return { queue, index, round, nextTrack, followingTrack }
}

/** How many tracks of the queue follow in this round: up to its end or, while it is shuffled, to the track that it began with. */
export function restOfRound({
  source,
  queue,
  index,
  gap,
  shuffled,
  round,
}: Pick<PlayerState, 'source' | 'queue' | 'index' | 'gap' | 'shuffled' | 'round'>): number {
  const { length } = queue
  const from = (gapIndex({ source, index, gap }) ?? index + 1) - 1
  const start = shuffled[source] && round ? indexOfTrack(queue, round) : 0
  // The track that it began with is gone: the next one begins another.
  if (start < 0) return length
  return length - 1 - (shuffled[source] ? (from - start + length) % length : from)
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
  most = queue.length,
): number {
  for (let steps = 1; steps <= most; steps++) {
    const candidate = (index + by * steps + queue.length * steps) % queue.length
    const track = queue[candidate]
    if (track && !unplayable.has(track.id)) return candidate
  }
  return -1
}
