import { fragmentAt, fragmentStart } from '../../streams/timeline.ts'
import type { FeedParts } from './feed-parts.ts'
import { isComplete, type TrackFeed } from './track-feed.ts'

/** Seconds that may be missing: rounding at joins and at the end. */
const TOLERANCE = 0.1

/**
 * Feeds again what a managed source has evicted by itself. What is still missing afterwards is not tried again.
 */
export class Refeed {
  readonly #buffer: Pick<FeedParts['buffer'], 'rangeAt'>
  readonly #now: () => number
  /** The position that was fed again last, until it is buffered. */
  #tried: number | undefined

  constructor({
    buffer,
    now,
  }: Pick<FeedParts, 'now'> & { readonly buffer: Pick<FeedParts['buffer'], 'rangeAt'> }) {
    this.#buffer = buffer
    this.#now = now
  }

  check(current: TrackFeed, next: TrackFeed | null): void {
    if (this.#tried !== undefined && this.#buffer.rangeAt(this.#tried + TOLERANCE)) this.#tried = undefined
    const isRefeeding = current.nextFragment === undefined || next?.resumeFragment !== undefined
    if (isRefeeding) return
    const missingOfCurrent = this.#findMissing(current)
    const missing = missingOfCurrent ?? (next ? this.#findMissing(next) : undefined)
    if (missing === undefined) return
    if (this.#tried !== undefined && Math.abs(missing - this.#tried) <= TOLERANCE) return
    this.#tried = missing
    if (missingOfCurrent === undefined) {
      if (next) resumeAt(next, missing)
      return
    }
    resumeAt(current, missing)
    // The buffer is prepared for the current track again, and then once more for the appended one.
    if (next?.nextFragment !== undefined && !isComplete(next)) {
      next.resumeFragment = next.nextFragment
      next.nextFragment = undefined
    }
  }

  /** The first position that was appended, has not played, and is no longer buffered. */
  #findMissing({ placed, nextFragment }: TrackFeed): number | undefined {
    if (!placed || !nextFragment) return undefined
    const appendedUntil = Math.max(
      fragmentStart(placed, nextFragment - 1),
      fragmentStart(placed, nextFragment),
    )
    let position = Math.max(this.#now(), placed.start)
    for (;;) {
      const range = this.#buffer.rangeAt(position) ?? this.#buffer.rangeAt(position + TOLERANCE)
      if (!range) break
      position = range.to
    }
    return appendedUntil - position > TOLERANCE ? position : undefined
  }
}

function resumeAt(feed: TrackFeed, position: number): void {
  if (!feed.placed) return
  feed.resumeFragment = fragmentAt(feed.placed, position - feed.placed.start)
  feed.nextFragment = undefined
}
