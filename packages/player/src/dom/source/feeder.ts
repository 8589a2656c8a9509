import { fragmentStart } from '../../streams/timeline.ts'
import type { FeedParts } from './feed-parts.ts'
import { createFeedSteps } from './feed-steps.ts'
import { FetchError, GoneError } from './fetch-range.ts'
import { createInterruptibleWait } from './interruptible-wait.ts'
import { isOffline, onOnline } from './network.ts'
import { createRefeed } from './refeed.ts'
import { isComplete, type TrackFeed } from './track-feed.ts'

const REST_MS = 1_000
const STUCK_MS = 5_000
const AHEAD_SECONDS = 1
/** With less ahead it is fed also where the browser does not ask for it: after a seek it may not. */
const LEAST_AHEAD_SECONDS = 5
const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000
/** After so many attempts in a row a track of which nothing has come yet has failed. */
const MOST_FAILURES = 5
/** A rendition that is gone is asked for anew; so often in a row, it does not come back. */
const MOST_GONE = 3

export interface Feeder {
  /** Something changed: there may be something to do. */
  poke(): void
  stop(): void
}

/**
 * Keeps the buffer filled: the current track some seconds ahead, then the one that follows right behind
 * it. One step at a time, until stopped; whoever seeks or starts another track starts another feed.
 * A network that fails is tried again, ever more seldom, and at once when the browser is online again.
 */
export function startFeeder(parts: FeedParts): Feeder {
  const stopped = new AbortController()
  const { signal } = stopped
  const { buffer } = parts
  const { rest, wake } = createInterruptibleWait()
  const steps = createFeedSteps(parts, signal, rest)
  const recover = createRefeed(parts)
  let stuckSince: number | undefined

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await steps.evict()
      const { current, next } = parts.laid()
      if (buffer.isManaged) recover(current, next)
      if (isWanted()) {
        if (await attempt(current, () => steps.feed(current))) continue
        if (next && isComplete(current) && (await attempt(next, () => steps.feed(next)))) continue
        if (next && (await attempt(next, () => steps.arm(next)))) continue
      }
      if (!next && isComplete(current)) await buffer.end(signal)
      noticeStuck(current)
      await rest(Math.max(1, Math.min(REST_MS, ...pauses(current, next))))
    }
  }

  function isWanted(): boolean {
    const now = parts.now()
    return buffer.wantsMore || (buffer.stretchAt(now)?.to ?? now) - now < LEAST_AHEAD_SECONDS
  }

  /** How long the tracks that failed have still to wait. */
  function pauses(...laid: (TrackFeed | null)[]): number[] {
    const now = performance.now()
    return laid.flatMap(each => (each && each.retryAt > now ? [each.retryAt - now] : []))
  }

  /** All there is to feed is fed, and still nothing can be played: the bytes are not what they seem. */
  function noticeStuck({ placed, next }: TrackFeed): void {
    const isAhead =
      placed !== undefined && next !== undefined && fragmentStart(placed, next) - parts.now() > AHEAD_SECONDS
    if (!isAhead || !parts.isStarved()) stuckSince = undefined
    else stuckSince ??= performance.now()
    if (stuckSince !== undefined && performance.now() - stuckSince > STUCK_MS) {
      throw new Error('What was appended does not play.')
    }
  }

  /** Does a step; where the network fails it, lets it be done again later. */
  async function attempt(laid: TrackFeed, step: () => Promise<boolean>): Promise<boolean> {
    // Stopped in the middle of a round: what is fetched from here on would be stopped by nobody.
    if (signal.aborted || performance.now() < laid.retryAt) return false
    try {
      return await step()
    } catch (error) {
      if (signal.aborted) return false
      if (!(error instanceof GoneError || error instanceof FetchError)) throw error
      laid.failures++
      if (isHopeless(laid, error)) {
        parts.onLost(laid, error)
        return false
      }
      const isFirst = laid.failures === 1
      if (error instanceof GoneError && laid.placed) {
        await steps.refresh(laid, laid.placed).catch(() => {})
        // The first time it may be quite simply another rendition by now.
        if (isFirst) return true
      }
      laid.retryAt =
        performance.now() + Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (laid.failures - 1))
      return false
    }
  }

  /** A track that has begun is waited for; so is one that is not needed yet. */
  function isHopeless(laid: TrackFeed, error: Error): boolean {
    const isCurrent = laid === parts.laid().current
    if (error instanceof GoneError) return laid.failures >= MOST_GONE && (!isCurrent || parts.isStarved())
    return isCurrent && !laid.hasCome && laid.failures >= MOST_FAILURES && !isOffline()
  }

  buffer.watch(signal, wake)

  onOnline(signal, () => {
    const { current, next } = parts.laid()
    for (const laid of [current, next]) if (laid) laid.retryAt = 0
    wake()
  })

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
