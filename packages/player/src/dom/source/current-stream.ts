import type { TrackStream } from '../../streams/stream-index.ts'
import type { TrackFeed } from '../feed/track-feed.ts'
import type { TrackFeeds } from '../feed/track-feeds.ts'
import { onChance } from '../network/online.ts'
import type { StreamResolver } from './stream-resolver.ts'

/** With a new chance, an index that has not arrived within this time is asked for again. */
const HUNG_MS = 1_000

export interface CurrentStreamParts {
  readonly feeds: TrackFeeds
  readonly resolver: Pick<StreamResolver, 'resolveWhenOnline' | 'abandon'>
  readonly signal: AbortSignal
  onOffline(): void
  /** It has no stream, or is unreachable, as the error says. */
  onLost(feed: TrackFeed, error?: unknown): void
  /** It has to be found once more. */
  onRenewed(): void
}

/** Finds the stream of the current track. */
export class CurrentStream {
  readonly #parts: CurrentStreamParts
  #askedAt = 0

  constructor(parts: CurrentStreamParts) {
    this.#parts = parts
    onChance(parts.signal, () => {
      if (performance.now() - this.#askedAt >= HUNG_MS) this.renew()
    })
  }

  /** @returns undefined if there is none, which is reported, or another track has become the current one */
  async find(): Promise<TrackStream | undefined> {
    const { feeds, resolver, signal, onOffline, onLost } = this.#parts
    const { current } = feeds
    if (!current) return undefined
    this.#askedAt = performance.now()
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

  /** Asks again for a stream that is not known yet. */
  renew(): void {
    if (!this.abandon()) return
    this.#parts.feeds.renewCurrent()
    this.#parts.onRenewed()
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
