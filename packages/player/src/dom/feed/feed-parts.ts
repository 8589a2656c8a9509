import type { Prefetcher } from '../network/prefetcher.ts'
import type { StreamResolver } from '../source/stream-resolver.ts'
import type { AppendBuffer } from './append-buffer.ts'
import type { TrackFeed } from './track-feed.ts'

export interface FeedParts {
  readonly buffer: AppendBuffer
  feeds(): { current: TrackFeed; next: TrackFeed | null }
  /** Playback position on the timeline. */
  now(): number
  /** Whether no more data is buffered. */
  isStarved(): boolean
  readonly resolver: Pick<StreamResolver, 'refresh'>
  readonly prefetcher: Pick<Prefetcher, 'take'>
  /** The current track is appended, and the stream of the next one is not known yet. */
  onNextMissing(): void
  /** Playback waits for the current track, and the browser is offline. */
  onOffline(): void
  /** The track cannot be fetched. */
  onTrackLost(feed: TrackFeed, error: unknown): void
  /** The buffer is unusable. */
  onError(error: unknown): void
}
