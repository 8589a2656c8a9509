import type { AppendBuffer } from './append-buffer.ts'
import type { PrefetchedRange } from './prefetched-range.ts'
import type { Streamable, TrackFeed } from './track-feed.ts'

export interface FeedParts {
  readonly buffer: AppendBuffer
  /** What sounds and what follows; `next` is null where nothing does. */
  laid(): { current: TrackFeed; next: TrackFeed | null }
  /** What sounds, on the timeline. */
  now(): number
  /** True where there is nothing left to play. */
  isStarved(): boolean
  /** Asks how a track can be streamed by now; null where it no longer can. Rejects where nobody answers. */
  refresh(laid: TrackFeed): Promise<Streamable | null>
  /** The first bytes of a track, as they come; null where there are none. */
  fetchFirst(laid: TrackFeed, streamable: Streamable): PrefetchedRange | null
  /** The bytes of a track cannot be had. */
  onLost(laid: TrackFeed, error: unknown): void
  /** The buffer cannot be used any more. */
  onBroken(error: unknown): void
}
