import {
  firstMissing,
  planEviction,
  planEvictionWhenFull,
  planRequest,
  type RangeRequest,
} from '../../streams/feed-plan.ts'
import { fragmentAt, type PlacedTrack } from '../../streams/timeline.ts'
import type { FeedParts } from './feed-parts.ts'
import { FetchError, fetchRange, GoneError } from './fetch-range.ts'
import { extractInit, fetchInit } from './init-segment.ts'
import { isNotFound } from './network.ts'
import type { TrackFeed } from './track-feed.ts'

const ROOM_MS = 1_000
const ASK_AGAIN_MS = 250

/** What feeding consists of; each does one thing and says whether there was anything to do. */
export interface FeedSteps {
  /** Does the next thing for a track. */
  feed(laid: TrackFeed): Promise<boolean>
  /** Fetches the first bytes of what follows, before there is room for them. */
  arm(laid: TrackFeed): Promise<boolean>
  /** Lets go of what sounded long ago. */
  evict(): Promise<boolean>
  /** Asks for the fragments that have come since, or for the rendition that took the place of this one. */
  refresh(laid: TrackFeed, placed: PlacedTrack): Promise<void>
}

/** @param rest waits so many milliseconds, or less where there is something to do */
export function createFeedSteps(
  parts: FeedParts,
  signal: AbortSignal,
  rest: (milliseconds: number) => Promise<void>,
): FeedSteps {
  const { buffer } = parts

  async function feed(laid: TrackFeed): Promise<boolean> {
    const { placed } = laid
    if (!placed) return false
    if (laid.next === undefined) {
      const isEarly = laid !== parts.laid().current && planRequest(placed, 0, parts.now()) === null
      if (isEarly) return false
      await begin(laid, placed)
      return true
    }
    if (laid.next >= placed.face.fragments.length) {
      if (placed.index.complete) return false
      await refresh(laid, placed)
      return true
    }
    const request = planRequest(placed, laid.next, parts.now())
    if (!request) return false
    await pour(laid, placed, request, fetchRange(placed.face.url, request.from, request.to, signal))
    return true
  }

  /** Makes the buffer ready for a track; appends what was fetched of it already. */
  async function begin(laid: TrackFeed, placed: PlacedTrack): Promise<void> {
    const fragment = laid.resumeAt ?? fragmentAt(placed, laid.feedFrom)
    const isLastKnown = fragment === placed.face.fragments.length - 1
    if (isLastKnown && !placed.index.complete && laid.resumeAt === undefined && laid.feedFrom > 0) {
      // The place may lie in fragments that are still to come.
      return refresh(laid, placed)
    }
    await buffer.place(placed, fragment, signal)
    if (fragment > 0 && placed.face.init) {
      laid.init ??= await fetchInit(placed.face, signal)
      await append(laid.init)
    }
    laid.next = fragment
    laid.resumeAt = undefined
    const armed = fragment === 0 ? (laid.armed ?? parts.fetchFirst(laid, placed)) : null
    laid.armed = undefined
    if (!armed) return
    // What is not wanted any more must not take from what is, not even until its next bytes come.
    const stop = () => armed.stop()
    signal.addEventListener('abort', stop)
    try {
      await pour(laid, placed, armed.request, armed.read())
    } catch (error) {
      stop()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Appends bytes as they come. */
  async function pour(
    laid: TrackFeed,
    placed: PlacedTrack,
    request: RangeRequest,
    bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  ): Promise<void> {
    let received = 0
    try {
      for await (const chunk of bytes) {
        if (received === 0) extractInit(laid, placed.face, request, chunk)
        await append(chunk)
        received += chunk.length
        laid.hasCome = true
        laid.failures = 0
      }
      laid.next = request.next
    } catch (error) {
      // What came whole is in; the rest is asked for again, after the buffer forgot the broken piece.
      laid.resumeAt = firstMissing(placed, request, received)
      laid.next = undefined
      throw error
    }
  }

  async function arm(laid: TrackFeed): Promise<boolean> {
    const { placed } = laid
    if (!placed || laid.armed || laid.next !== undefined || laid.resumeAt !== undefined) return false
    const armed = parts.fetchFirst(laid, placed)
    if (!armed) return false
    laid.armed = armed
    try {
      await armed.whole
    } catch (error) {
      laid.armed = undefined
      throw error
    }
    laid.failures = 0
    return true
  }

  /** Appends; where the buffer is full, makes room or waits until there is some. */
  async function append(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (;;) {
      try {
        return await buffer.append(bytes, signal)
      } catch (error) {
        if ((error as Error).name !== 'QuotaExceededError') throw error
        if (!(await evictBy(planEvictionWhenFull))) await rest(ROOM_MS)
      }
    }
  }

  async function evictBy(plan: typeof planEviction): Promise<boolean> {
    const { from } = buffer
    const until = from === undefined ? null : plan(from, parts.now())
    if (until === null) return false
    await buffer.remove(0, until, signal)
    return true
  }

  async function refresh(laid: TrackFeed, placed: PlacedTrack): Promise<void> {
    const fresh = await parts.refresh(laid).catch(error => {
      throw isNotFound(error) ? new GoneError('There is no such track.') : new FetchError(`${error}`)
    })
    signal.throwIfAborted()
    if (!fresh) throw new GoneError('The track can no longer be streamed.')
    const isSame = fresh.face.url === placed.face.url && fresh.face.mime === placed.face.mime
    const hasGrown = fresh.face.fragments.length > placed.face.fragments.length || fresh.index.complete
    laid.placed = { ...fresh, start: placed.start }
    if (!isSame) {
      if (laid.next !== undefined) laid.resumeAt = Math.min(laid.next, fresh.face.fragments.length - 1)
      laid.next = undefined
      laid.init = undefined
      laid.armed?.stop()
      laid.armed = undefined
    } else if (!hasGrown) await rest(ASK_AGAIN_MS)
  }

  return { feed, arm, evict: () => evictBy(planEviction), refresh }
}
