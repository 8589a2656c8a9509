import { endTime } from '../../streams/timeline.ts'
import { isComplete, type TrackFeed } from '../feed/track-feed.ts'
import type { TrackFeeds } from '../feed/track-feeds.ts'
import { isNotFound } from '../network/online.ts'
import type { StreamResolver } from './stream-resolver.ts'

/** Delay after a failed request for the index of the appended track. */
const RETRY_INDEX_MS = 3_000
/** With less of the current track left, the next one stays in its quality: fetching another might take too long. */
const RENEW_BEFORE_SECONDS = 10

export interface NextStreamParts {
  readonly feeds: TrackFeeds
  readonly resolver: Pick<StreamResolver, 'resolve' | 'quality'>
  isStarved(): boolean
  /** Whether bytes of this type can be appended. */
  takes(mime: string): boolean
  /** The appended track has its place on the timeline, or something else has changed. */
  onFound(): void
  onUnstreamable(feed: TrackFeed): void
}

/** Finds the stream of the appended track. */
export class NextStream {
  readonly #parts: NextStreamParts
  /** The appended track whose index is being fetched. */
  #resolving: TrackFeed | undefined

  constructor(parts: NextStreamParts) {
    this.#parts = parts
  }

  /**
   * Whether the appended track was asked for in another quality than the chosen one, and there is time to replace it.
   * @param now playback position on the timeline
   */
  isOutdated(now: number): boolean {
    const { feeds, resolver } = this.#parts
    const { current, next } = feeds
    if (!current?.placed || !next?.placed || next.placed.quality === resolver.quality) return false
    return endTime(current.placed) - now > RENEW_BEFORE_SECONDS
  }

  /** Call once the current track no longer needs the network to start. */
  resolve(): void {
    const { feeds, resolver, isStarved, takes, onFound, onUnstreamable } = this.#parts
    const { next, current } = feeds
    if (!next || next.placed || next === this.#resolving || !current?.placed) return
    if (performance.now() < next.retryAt) return
    this.#resolving = next
    const isNext = () => next === feeds.next
    const { quality } = resolver
    resolver.resolve(next.track).then(
      stream => {
        this.#resolving = undefined
        if (!isNext() || next.placed) return
        if (quality !== resolver.quality) this.resolve()
        else if (stream && takes(stream.rendition.mime)) feeds.placeNext(stream)
        else onUnstreamable(next)
        onFound()
      },
      error => {
        this.#resolving = undefined
        next.retryAt = performance.now() + RETRY_INDEX_MS
        // A short track that waits for it must play alone.
        const isAwaited = isStarved() && isComplete(current)
        if (isNext() && (isNotFound(error) || isAwaited)) onUnstreamable(next)
      },
    )
  }
}
