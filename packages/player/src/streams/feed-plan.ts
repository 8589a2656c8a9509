import { fragmentStart, type PlacedTrack } from './timeline.ts'

/** Seconds to buffer ahead of the playback position; requests resume when less than FEED_BELOW is left. */
const FEED_UP_TO = 30
const FEED_BELOW = 20
/** Seconds to keep behind the playback position. */
const KEEP_BEHIND = 15
/** Seconds. Frequent small removals cost more than they free. */
const EVICT_AT_LEAST = 10
/** The same when the buffer is full. */
const KEEP_BEHIND_WHEN_FULL = 2
/** Bytes of a track that are fetched in advance. */
const PREFETCH_BYTES = 256 * 1024

/** A byte range of a stream that consists of whole fragments. */
export interface RangeRequest {
  readonly from: number
  /** Last byte, inclusive. */
  readonly to: number
  /** The fragment after the last one in the range. */
  readonly next: number
}

/**
 * The next range to fetch; null if enough is buffered or no more fragments are known.
 * @param next the first fragment not yet requested
 * @param now playback position on the timeline
 */
export function planRequest(placed: PlacedTrack, next: number, now: number): RangeRequest | null {
  const { fragments } = placed.rendition
  if (next >= fragments.length || fragmentStart(placed, next) - now >= FEED_BELOW) return null
  let last = next
  while (last + 1 < fragments.length && fragmentStart(placed, last + 1) - now < FEED_UP_TO) last++
  return requestFor(placed, next, last)
}

/** The range to fetch in advance so that a track can start immediately. */
export function planPrefetch(placed: Pick<PlacedTrack, 'index' | 'rendition'>): RangeRequest | null {
  const { fragments } = placed.rendition
  if (fragments.length === 0) return null
  let last = 0
  const sizeUpTo = (fragment: number) => {
    const [offset = 0, length = 0] = fragments[fragment] ?? []
    return offset + length - (fragments[0]?.[0] ?? 0)
  }
  while (last + 1 < fragments.length && sizeUpTo(last + 1) <= PREFETCH_BYTES) last++
  return requestFor(placed, 0, last)
}

/** A range that starts at the first fragment includes the initialisation segment before it. */
function requestFor(
  { rendition }: Pick<PlacedTrack, 'rendition'>,
  first: number,
  last: number,
): RangeRequest {
  const [offset = 0] = rendition.fragments[first] ?? []
  const [end = 0, length = 0] = rendition.fragments[last] ?? []
  return {
    from: first === 0 && rendition.init ? rendition.init[0] : offset,
    to: end + length - 1,
    next: last + 1,
  }
}

/** The time before which the buffer may be emptied; null if that is not worth it. */
export function planEviction(bufferedFrom: number, now: number): number | null {
  const until = now - KEEP_BEHIND
  return until - bufferedFrom >= EVICT_AT_LEAST ? until : null
}

/** The same when the buffer is full. */
export function planEvictionWhenFull(bufferedFrom: number, now: number): number | null {
  const until = now - KEEP_BEHIND_WHEN_FULL
  return until > bufferedFrom ? until : null
}

/** The first fragment of a range that is incomplete after `received` bytes. */
export function firstMissing(
  { rendition }: Pick<PlacedTrack, 'rendition'>,
  request: RangeRequest,
  received: number,
): number {
  const reached = request.from + received
  const missing = rendition.fragments.findIndex(
    ([offset, length], fragment) =>
      offset + length > reached && offset >= request.from && fragment < request.next,
  )
  return missing < 0 ? request.next : missing
}
