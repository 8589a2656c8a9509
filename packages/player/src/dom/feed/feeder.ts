import { fragmentStart } from '../../streams/timeline.ts'
import { endHungTransfers, FetchError, GoneError } from '../network/fetch-range.ts'
import { isOffline, onChance } from '../network/online.ts'
import type { FeedParts } from './feed-parts.ts'
import { FeedSteps } from './feed-steps.ts'
import { Refeed } from './refeed.ts'
import { isComplete, type TrackFeed } from './track-feed.ts'

const IDLE_MS = 1_000
/** Appended audio that does not become playable within this time is broken. */
const STUCK_MS = 5_000
/** Seconds that must be appended ahead for that to count. */
const STUCK_AHEAD_SECONDS = 1
/** With less buffered, it feeds even if a managed source does not ask: after a seek it may not. */
const MIN_AHEAD_SECONDS = 5
const MIN_RETRY_MS = 250
const MAX_RETRY_MS = 15_000
/** The same while playback waits for the track. */
const MAX_URGENT_RETRY_MS = 1_500
/** Attempts for the current track while nothing of it is left to play. */
const MAX_FAILURES = 5
/** Attempts for a stream that the server no longer has. */
const MAX_GONE = 3

/**
 * Keeps the buffer filled until it is stopped: the current track some seconds ahead, then the appended one behind it.
 * Failed requests are repeated with backoff, and immediately when there is a new chance.
 */
export class Feeder {
  readonly #parts: FeedParts
  readonly #stopped = new AbortController()
  readonly #wait = new InterruptibleWait()
  readonly #steps: FeedSteps
  readonly #refeed: Refeed
  #stuckSince: number | undefined

  constructor(parts: FeedParts) {
    const { signal } = this.#stopped
    this.#parts = parts
    this.#steps = new FeedSteps(parts, signal, milliseconds => this.#wait.for(milliseconds))
    this.#refeed = new Refeed(parts)
    parts.buffer.onManagedChange(signal, () => this.wake())
    onChance(signal, () => this.retryNow())
    this.#run().catch(error => {
      if (!signal.aborted) parts.onError(error)
    })
  }

  /** Something has changed: checks at once whether there is something to do. */
  wake(): void {
    this.#wait.end()
  }

  /** Ends the wait after a failed request, and transfers that have stopped. */
  retryNow(): void {
    endHungTransfers()
    const { current, next } = this.#parts.feeds()
    for (const feed of [current, next]) if (feed) feed.retryAt = 0
    this.wake()
  }

  stop(): void {
    this.#stopped.abort()
    this.wake()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    const { buffer } = this.#parts
    while (!signal.aborted) {
      await this.#steps.evict()
      const { current, next } = this.#parts.feeds()
      // The buffer may have run out during a long wait.
      if (this.#parts.isStarved()) {
        current.retryAt = Math.min(current.retryAt, performance.now() + MAX_URGENT_RETRY_MS)
      }
      if (buffer.isManaged) this.#refeed.check(current, next)
      if (this.#wantsData && (await this.#feed(current, next))) continue
      if (isComplete(current)) await this.#onComplete(next)
      this.#throwIfStuck(current)
      await this.#wait.for(Math.max(1, Math.min(IDLE_MS, ...retryDelays(current, next))))
    }
  }

  /** The current track is appended. Browsers do not play less than about 0.2 s unless the stream ends there. */
  async #onComplete(next: TrackFeed | null): Promise<void> {
    const { buffer, isStarved, onNextMissing } = this.#parts
    if (next && !next.placed) onNextMissing()
    else if (!next || (isComplete(next) && isStarved())) await buffer.end(this.#stopped.signal)
  }

  /** Makes one step. @returns whether there was one */
  async #feed(current: TrackFeed, next: TrackFeed | null): Promise<boolean> {
    if (await this.#attempt(current, () => this.#steps.feed(current))) return true
    if (!next) return false
    if (isComplete(current) && (await this.#attempt(next, () => this.#steps.feed(next)))) return true
    return this.#attempt(next, () => this.#steps.prefetch(next))
  }

  get #wantsData(): boolean {
    const { buffer } = this.#parts
    const now = this.#parts.now()
    return buffer.wantsMore || (buffer.rangeAt(now)?.to ?? now) - now < MIN_AHEAD_SECONDS
  }

  #throwIfStuck({ placed, nextFragment }: TrackFeed): void {
    const isAhead =
      placed !== undefined &&
      nextFragment !== undefined &&
      fragmentStart(placed, nextFragment) - this.#parts.now() > STUCK_AHEAD_SECONDS
    if (!isAhead || !this.#parts.isStarved()) this.#stuckSince = undefined
    else this.#stuckSince ??= performance.now()
    if (this.#stuckSince !== undefined && performance.now() - this.#stuckSince > STUCK_MS) {
      throw new Error('The appended audio does not play.')
    }
  }

  /** Makes a step; if the network fails, schedules another attempt. */
  async #attempt(feed: TrackFeed, step: () => Promise<boolean>): Promise<boolean> {
    const { signal } = this.#stopped
    // A request that begins after `stop` would never be aborted.
    if (signal.aborted || performance.now() < feed.retryAt) return false
    try {
      return await step()
    } catch (error) {
      if (signal.aborted) return false
      if (!(error instanceof GoneError || error instanceof FetchError)) throw error
      return this.#onFailure(feed, error)
    }
  }

  /** @returns whether to try again at once */
  async #onFailure(feed: TrackFeed, error: GoneError | FetchError): Promise<boolean> {
    feed.failures++
    if (this.#isHopeless(feed, error)) {
      this.#parts.onTrackLost(feed, error)
      return false
    }
    if (isOffline() && this.#isNeeded(feed)) this.#parts.onOffline()
    const isFirst = feed.failures === 1
    if (error instanceof GoneError && feed.placed) {
      await this.#steps.refresh(feed, feed.placed).catch(() => {})
      // Usually the stream has just been replaced.
      if (isFirst) return true
    }
    feed.retryAt = performance.now() + Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (feed.failures - 1))
    return false
  }

  /** What is not needed yet is retried without end. */
  #isHopeless(feed: TrackFeed, error: Error): boolean {
    const isCurrent = feed === this.#parts.feeds().current
    if (error instanceof GoneError) {
      return feed.failures >= MAX_GONE && (!isCurrent || this.#parts.isStarved())
    }
    return this.#isNeeded(feed) && feed.failures >= MAX_FAILURES && !isOffline()
  }

  /** Whether playback waits for this track. */
  #isNeeded(feed: TrackFeed): boolean {
    return feed === this.#parts.feeds().current && (!feed.hasData || this.#parts.isStarved())
  }
}

/** Milliseconds until the feeds that failed may be tried again. */
function retryDelays(...feeds: (TrackFeed | null)[]): number[] {
  const now = performance.now()
  return feeds.flatMap(feed => (feed && feed.retryAt > now ? [feed.retryAt - now] : []))
}

/** A wait that can be ended early; one at a time. */
class InterruptibleWait {
  #end = () => {}

  for(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      this.#end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  end(): void {
    this.#end()
  }
}
