import type { TrackStream } from '../../streams/stream-index.ts'
import type { PrefetchedRange } from '../network/prefetched-range.ts'
import type { AppendBuffer } from './append-buffer.ts'
import type { TrackFeed } from './track-feed.ts'

export interface FeedParts {
  readonly buffer: AppendBuffer
  feeds(): { current: TrackFeed; next: TrackFeed | null }
  /** Playback position on the timeline. */
  now(): number
  /** Whether no more data is buffered. */
  isStarved(): boolean
  /**
   * Fetches the index of a stream again; null if the track can no longer be streamed. Rejects if the request fails.
   */
  refresh(feed: TrackFeed, stream: TrackStream): Promise<TrackStream | null>
  /** The first bytes of a stream; null if there are none yet. */
  prefetch(feed: TrackFeed, stream: TrackStream): PrefetchedRange | null
  /** The track cannot be fetched. */
  onTrackLost(feed: TrackFeed, error: unknown): void
  /** The buffer is unusable. */
  onError(error: unknown): void
}
