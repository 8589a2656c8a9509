import { fragmentAt, fragmentStart } from '../../streams/timeline.ts'
import type { FeedParts } from './feed-parts.ts'
import { isComplete, type TrackFeed } from './track-feed.ts'

/** Seconds that may be missing: less is lost to rounding, at the joins and at the end. */
const NEGLIGIBLE = 0.1

type RecoveryParts = {
  readonly buffer: Pick<FeedParts['buffer'], 'stretchAt'>
} & Pick<FeedParts, 'now'>

/**
 * Has fed again what a browser has let go of by itself, of the current track and of the one that follows. What
 * is still missing afterwards is not tried once more.
 */
export function createRefeed({ buffer, now }: RecoveryParts) {
  /** The place that was fed again last, until something is there. */
  let tried: number | undefined

  /** Where the first thing is missing that was fed and has not sounded, on the timeline. */
  function findLost({ placed, next }: TrackFeed): number | undefined {
    if (!placed || !next) return undefined
    const fedUpTo = Math.max(fragmentStart(placed, next - 1), fragmentStart(placed, next))
    let at = Math.max(now(), placed.start)
    for (;;) {
      const stretch = buffer.stretchAt(at) ?? buffer.stretchAt(at + NEGLIGIBLE)
      if (!stretch) break
      at = stretch.to
    }
    return fedUpTo - at > NEGLIGIBLE ? at : undefined
  }

  return function recover(current: TrackFeed, next: TrackFeed | null): void {
    if (tried !== undefined && buffer.stretchAt(tried + NEGLIGIBLE)) tried = undefined
    // It is being fed again.
    if (current.next === undefined || next?.resumeAt !== undefined) return
    const lostOfCurrent = findLost(current)
    const lost = lostOfCurrent ?? (next ? findLost(next) : undefined)
    if (lost === undefined || (tried !== undefined && Math.abs(lost - tried) <= NEGLIGIBLE)) return
    tried = lost
    if (lostOfCurrent === undefined) {
      if (next) feedFrom(next, lost)
      return
    }
    feedFrom(current, lost)
    // The buffer is made ready for the current track again: then once more for this one.
    if (next?.next !== undefined && !isComplete(next)) {
      next.resumeAt = next.next
      next.next = undefined
    }
  }
}

function feedFrom(laid: TrackFeed, at: number): void {
  if (!laid.placed) return
  laid.resumeAt = fragmentAt(laid.placed, at - laid.placed.start)
  laid.next = undefined
}
