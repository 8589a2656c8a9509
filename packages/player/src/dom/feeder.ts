import {
  firstMissing,
  planArming,
  planEviction,
  planRelief,
  planRequest,
  type Request,
} from '../feed-plan.ts'
import { fragmentFor, fragmentStart, type Placed } from '../timeline.ts'
import { BytesError, fetchBytes, GoneError } from './fetch-bytes.ts'
import { fetchInit, keepInit } from './init-segment.ts'
import { isFed, type LaidTrack, type Streamable } from './laid-track.ts'
import { createRest } from './rest.ts'
import type { TrackBuffer } from './track-buffer.ts'

const REST_MS = 1_000
const ASK_AGAIN_MS = 250
const STUCK_MS = 5_000
const AHEAD_SECONDS = 1
const LONGEST_PAUSE_MS = 4_000
/** After so many attempts in a row a track that nothing is left of has failed. */
const MOST_FAILURES = 6
/** A rendition that is gone is asked for anew; so often in a row, it does not come back. */
const MOST_GONE = 3

export interface FeedParts {
  readonly buffer: TrackBuffer
  /** What sounds and what follows; `next` is null where nothing does. */
  laid(): { current: LaidTrack; next: LaidTrack | null }
  /** What sounds, on the timeline. */
  now(): number
  /** True where there is nothing left to play. */
  isStarved(): boolean
  /** Asks how a track can be streamed by now; null where it no longer can. */
  refresh(laid: LaidTrack): Promise<Streamable | null>
  /** The bytes of a track cannot be had. */
  onLost(laid: LaidTrack, error: unknown): void
  /** The buffer cannot be used any more. */
  onBroken(error: unknown): void
}

export interface Feed {
  /** Something changed: there may be something to do. */
  poke(): void
  stop(): void
}

/**
 * Keeps the buffer filled: the current track some seconds ahead, then the one that follows right behind
 * it. One step at a time, until stopped; whoever seeks or starts another track starts another feed.
 */
export function startFeed(parts: FeedParts): Feed {
  const stopped = new AbortController()
  const { signal } = stopped
  const { buffer } = parts
  const { rest, wake } = createRest()
  let stuckSince: number | undefined

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await evict(planEviction)
      const { current, next } = parts.laid()
      if (await takeStep(current)) continue
      if (next && isFed(current) && (await takeStep(next))) continue
      if (next && (await attempt(next, () => arm(next)))) continue
      if (!next && isFed(current)) await buffer.end(signal)
      noticeStuck(current)
      await rest(REST_MS)
    }
  }

  /** All there is to feed is fed, and still nothing can be played: the bytes are not what they seem. */
  function noticeStuck({ placed, next }: LaidTrack): void {
    const isAhead =
      placed !== undefined && next !== undefined && fragmentStart(placed, next) - parts.now() > AHEAD_SECONDS
    if (!isAhead || !parts.isStarved()) stuckSince = undefined
    else stuckSince ??= performance.now()
    if (stuckSince !== undefined && performance.now() - stuckSince > STUCK_MS) {
      throw new Error('What was appended does not play.')
    }
  }

  /** Does the next thing for a track; false where there is nothing to do now. */
  function takeStep(laid: LaidTrack): Promise<boolean> {
    return attempt(laid, async () => {
      const { placed } = laid
      if (!placed) return false
      const { fragments } = placed.face
      if (laid.next === undefined) {
        const isEarly = laid !== parts.laid().current && planRequest(placed, 0, parts.now()) === null
        if (isEarly) return false
        await begin(laid, placed)
        return true
      }
      if (laid.next >= fragments.length) {
        if (placed.index.complete) return false
        await refresh(laid, placed)
        return true
      }
      const request = planRequest(placed, laid.next, parts.now())
      if (!request) return false
      await feed(laid, placed, request)
      return true
    })
  }

  /** Makes the buffer ready for a track. */
  async function begin(laid: LaidTrack, placed: Placed): Promise<void> {
    const fragment = laid.resumeAt ?? fragmentFor(placed, laid.feedFrom)
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
    if (fragment === 0 && laid.armed) {
      const { request, bytes } = laid.armed
      for (const chunk of bytes) await append(chunk)
      laid.next = request.next
      laid.armed = undefined
    } else laid.next = fragment
    laid.resumeAt = undefined
  }

  async function feed(laid: LaidTrack, placed: Placed, request: Request): Promise<void> {
    let received = 0
    try {
      for await (const chunk of fetchBytes(placed.face.url, request.from, request.to, signal)) {
        if (received === 0) keepInit(laid, placed.face, request, chunk)
        await append(chunk)
        received += chunk.length
      }
      laid.next = request.next
      laid.failures = 0
    } catch (error) {
      // What came whole is in; the rest is asked for again, after the buffer forgot the broken piece.
      laid.resumeAt = firstMissing(placed, request, received)
      laid.next = undefined
      throw error
    }
  }

  /** Fetches the first bytes of what follows as soon as nothing else is urgent. */
  async function arm(laid: LaidTrack): Promise<boolean> {
    const { placed } = laid
    const request = placed && !laid.armed && laid.next === undefined && planArming(placed)
    if (!placed || !request) return false
    const bytes: Uint8Array<ArrayBuffer>[] = []
    for await (const chunk of fetchBytes(placed.face.url, request.from, request.to, signal)) bytes.push(chunk)
    laid.armed = { request, bytes }
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
        if (!(await evict(planRelief))) await rest(REST_MS)
      }
    }
  }

  async function evict(plan: typeof planEviction): Promise<boolean> {
    const { from } = buffer
    const until = from === undefined ? null : plan(from, parts.now())
    if (until === null) return false
    await buffer.remove(0, until, signal)
    return true
  }

  /** Asks for the fragments that have come since, or for the rendition that took the place of this one. */
  async function refresh(laid: LaidTrack, placed: Placed): Promise<void> {
    const fresh = await parts.refresh(laid)
    signal.throwIfAborted()
    if (!fresh) throw new GoneError('The track can no longer be streamed.')
    const isSame = fresh.face.url === placed.face.url && fresh.face.mime === placed.face.mime
    const hasGrown = fresh.face.fragments.length > placed.face.fragments.length || fresh.index.complete
    laid.placed = { ...fresh, start: placed.start }
    if (!isSame) {
      if (laid.next !== undefined) laid.resumeAt = Math.min(laid.next, fresh.face.fragments.length - 1)
      laid.next = undefined
      laid.init = undefined
      laid.armed = undefined
    } else if (!hasGrown) await rest(ASK_AGAIN_MS)
  }

  /** Does a step; where the network fails it, waits and lets it be done again. */
  async function attempt(laid: LaidTrack, step: () => Promise<boolean>): Promise<boolean> {
    try {
      return await step()
    } catch (error) {
      if (signal.aborted) return false
      if (!(error instanceof GoneError || error instanceof BytesError)) throw error
      laid.failures++
      const isOver = laid !== parts.laid().current || parts.isStarved()
      const most = error instanceof GoneError ? MOST_GONE : MOST_FAILURES
      if (laid.failures >= most && isOver) {
        parts.onLost(laid, error)
        return false
      }
      if (error instanceof GoneError && laid.placed) {
        const { placed } = laid
        await refresh(laid, placed).catch(() => {})
        // The first time it may be quite simply another rendition by now.
        if (laid.failures === 1) return true
      }
      await rest(Math.min(LONGEST_PAUSE_MS, ASK_AGAIN_MS * 2 ** laid.failures))
      return true
    }
  }

  run().catch(error => {
    if (!signal.aborted) parts.onBroken(error)
  })

  return {
    poke: wake,
    stop() {
      stopped.abort()
      wake()
    },
  }
}
