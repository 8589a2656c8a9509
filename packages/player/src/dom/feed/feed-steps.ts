import {
  firstMissing,
  planEviction,
  planEvictionWhenFull,
  planRequest,
  type RangeRequest,
} from '../../streams/feed-plan.ts'
import { fragmentAt, fragmentStart, type PlacedTrack } from '../../streams/timeline.ts'
import { FetchError, fetchRange, GoneError } from '../network/fetch-range.ts'
import { isNotFound } from '../network/online.ts'
import type { PrefetchedRange } from '../network/prefetched-range.ts'
import type { FeedParts } from './feed-parts.ts'
import { extractInit, fetchInit, type TrackFeed } from './track-feed.ts'

const WAIT_FOR_SPACE_MS = 1_000
const REFRESH_AGAIN_MS = 250

/** The steps of feeding a SourceBuffer. Each returns whether there was anything to do. */
export class FeedSteps {
  readonly #parts: FeedParts
  readonly #signal: AbortSignal
  readonly #wait: (milliseconds: number) => Promise<void>

  /** @param wait waits for a time, or until there may be something to do */
  constructor(parts: FeedParts, signal: AbortSignal, wait: (milliseconds: number) => Promise<void>) {
    this.#parts = parts
    this.#signal = signal
    this.#wait = wait
  }

  /** Appends the next fragments of a track. */
  async feed(feed: TrackFeed): Promise<boolean> {
    const { placed } = feed
    if (!placed) return false
    const now = this.#parts.now()
    if (feed.nextFragment === undefined) {
      const isEarly = feed !== this.#parts.feeds().current && planRequest(placed, 0, now) === null
      if (isEarly) return false
      await this.#begin(feed, placed)
      return true
    }
    if (feed.nextFragment >= placed.rendition.fragments.length) {
      if (placed.index.complete) return false
      await this.refresh(feed, placed)
      return true
    }
    const request = planRequest(placed, feed.nextFragment, now)
    if (!request) return false
    const bytes = fetchRange(placed.rendition.url, request.from, request.to, this.#signal)
    await this.#appendAll(feed, placed, request, bytes)
    return true
  }

  /** Fetches the first bytes of a track for which the buffer has no space yet. */
  async prefetch(feed: TrackFeed): Promise<boolean> {
    const { placed } = feed
    const hasStarted = feed.nextFragment !== undefined || feed.resumeFragment !== undefined
    if (!placed || feed.prefetched || hasStarted) return false
    const range = this.#parts.prefetcher.take(feed.track, placed)
    if (!range) return false
    feed.prefetched = range
    try {
      await range.done
    } catch (error) {
      feed.prefetched = undefined
      throw error
    }
    feed.failures = 0
    return true
  }

  /** Removes audio that lies far behind the playback position. */
  evict(): Promise<boolean> {
    return this.#evict(planEviction)
  }

  /** Fetches the stream index again, for new fragments or because the stream has been replaced. */
  async refresh(feed: TrackFeed, placed: PlacedTrack): Promise<void> {
    const fresh = await this.#parts.resolver.refresh(feed.track, placed).catch(error => {
      throw isNotFound(error)
        ? new GoneError('Track not found.')
        : new FetchError(`${error}`, (error ?? {}) as Partial<FetchError>)
    })
    this.#signal.throwIfAborted()
    if (!fresh) throw new GoneError('The track can no longer be streamed.')
    const isSame =
      fresh.rendition.url === placed.rendition.url && fresh.rendition.mime === placed.rendition.mime
    const hasGrown =
      fresh.rendition.fragments.length > placed.rendition.fragments.length || fresh.index.complete
    feed.placed = { ...fresh, start: placed.start }
    if (isSame) {
      if (!hasGrown) await this.#wait(REFRESH_AGAIN_MS)
      return
    }
    const reached = feed.nextFragment ?? feed.resumeFragment
    if (reached !== undefined) {
      // The fragments of another rendition start at other times.
      const last = Math.min(reached, placed.rendition.fragments.length - 1)
      feed.resumeFragment = fragmentAt(fresh, fragmentStart(placed, last) - placed.start)
    }
    feed.nextFragment = undefined
    feed.init = undefined
    feed.prefetched?.stop()
    feed.prefetched = undefined
  }

  /** Prepares the buffer for a track and appends what has been prefetched. */
  async #begin(feed: TrackFeed, placed: PlacedTrack): Promise<void> {
    const fragment = feed.resumeFragment ?? fragmentAt(placed, feed.startAt)
    const isLastKnown = fragment === placed.rendition.fragments.length - 1
    if (isLastKnown && !placed.index.complete && feed.resumeFragment === undefined && feed.startAt > 0) {
      // The start may lie in fragments that do not exist yet.
      return this.refresh(feed, placed)
    }
    await this.#parts.buffer.prepare(placed, fragment, this.#signal)
    if (fragment > 0 && placed.rendition.init) {
      feed.init ??= await fetchInit(placed.rendition, this.#signal)
      await this.#append(feed.init)
    }
    feed.nextFragment = fragment
    feed.resumeFragment = undefined
    const range = fragment === 0 ? (feed.prefetched ?? this.#parts.prefetcher.take(feed.track, placed)) : null
    feed.prefetched = undefined
    if (range) await this.#appendPrefetched(feed, placed, range)
  }

  async #appendPrefetched(feed: TrackFeed, placed: PlacedTrack, range: PrefetchedRange): Promise<void> {
    // Stops at once when the feed stops, not only when the next bytes arrive: other requests need the bandwidth.
    const stop = () => range.stop()
    this.#signal.addEventListener('abort', stop)
    try {
      await this.#appendAll(feed, placed, range.request, range.read())
    } catch (error) {
      stop()
      throw error
    } finally {
      this.#signal.removeEventListener('abort', stop)
    }
  }

  /** Appends bytes as they arrive. */
  async #appendAll(
    feed: TrackFeed,
    placed: PlacedTrack,
    request: RangeRequest,
    bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  ): Promise<void> {
    const first = feed.nextFragment ?? 0
    let received = 0
    try {
      for await (const chunk of bytes) {
        if (received === 0) extractInit(feed, placed.rendition, request, chunk)
        await this.#append(chunk)
        received += chunk.length
        feed.hasData = true
      }
      feed.nextFragment = request.next
      feed.failures = 0
    } catch (error) {
      // Complete fragments stay; the buffer must be prepared again before the incomplete one is repeated.
      feed.resumeFragment = firstMissing(placed, request, received)
      // A response that ends at the same byte each time is no success.
      if (feed.resumeFragment > first) feed.failures = 0
      feed.nextFragment = undefined
      throw error
    }
  }

  /** If the buffer is full, evicts old audio or waits until the browser does. */
  async #append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (;;) {
      try {
        return await this.#parts.buffer.append(bytes, this.#signal)
      } catch (error) {
        if ((error as Error).name !== 'QuotaExceededError') throw error
        if (!(await this.#evict(planEvictionWhenFull))) await this.#wait(WAIT_FOR_SPACE_MS)
      }
    }
  }

  async #evict(plan: typeof planEviction): Promise<boolean> {
    const { buffer, now } = this.#parts
    const until = buffer.bufferedFrom === undefined ? null : plan(buffer.bufferedFrom, now())
    if (until === null) return false
    await buffer.remove(0, until, this.#signal)
    return true
  }
}
