import type { TrackStream } from '../../streams/stream-index.ts'
import type { TrackFeed } from '../feed/track-feed.ts'
import type { TrackFeeds } from '../feed/track-feeds.ts'
import type { StreamResolver } from './stream-resolver.ts'

export interface CurrentStreamParts {
  readonly feeds: TrackFeeds
  readonly resolver: Pick<StreamResolver, 'resolveWhenOnline' | 'abandon'>
  readonly signal: AbortSignal
  onOffline(): void
  /** It has no stream, or is unreachable, as the error says. */
  onLost(feed: TrackFeed, error?: unknown): void
}

/** Finds the stream of the current track. */
export class CurrentStream {
  readonly #parts: CurrentStreamParts

  constructor(parts: CurrentStreamParts) {
    this.#parts = parts
  }

  /** @returns undefined if there is none, which is reported, or another track has become the current one */
  async find(): Promise<TrackStream | undefined> {
    const { feeds, resolver, signal, onOffline, onLost } = this.#parts
    const { current } = feeds
    if (!current) return undefined
    const isCurrent = () => current === feeds.current
    try {
      const stream = await resolver.resolveWhenOnline(current.track, signal, isCurrent, onOffline)
      if (!isCurrent()) return undefined
      if (!stream) onLost(current)
      return stream ?? undefined
    } catch (error) {
      if (isCurrent()) onLost(current, error)
      return undefined
    }
  }

  /** Nobody waits for the stream any longer. @returns false if it is known, or there is no track */
  abandon(): boolean {
    const { feeds, resolver } = this.#parts
    const { current } = feeds
    if (!current || current.placed) return false
    resolver.abandon(current.track)
    return true
  }
}
