import { durationOf, endTime } from '../../streams/timeline.ts'
import type { TrackFeed } from '../feed/track-feed.ts'
import type { TrackFeeds } from '../feed/track-feeds.ts'

/** A track is over this many seconds before its end. */
const END_TOLERANCE = 0.005
/** The same when no more data is buffered, but at most this part of the track: a short one has not even started. */
const END_TOLERANCE_STARVED = 0.25
const END_PART_STARVED = 0.25
/** So far behind the end of its track nothing plays. */
const LOST_SECONDS = 1
/** The end of a track is timed exactly once it is this near. */
const SCHEDULE_MS = 1000

export interface TrackClockParts {
  readonly element: HTMLAudioElement
  readonly feeds: TrackFeeds
  isStarved(): boolean
  onPosition(position: number, duration: number): void
  /** The current track continues. */
  onProgress(): void
  /** The current track is over. */
  onEnd(): void
  /** See `isLost`. */
  onLost(): void
}

/** The position in the current track. Media elements have no event for the boundary between appended tracks. */
export class TrackClock {
  readonly #parts: TrackClockParts
  #lastPosition = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: TrackClockParts) {
    this.#parts = parts
  }

  /** Seconds into the current track. */
  get position(): number {
    const { element, feeds } = this.#parts
    const position = feeds.positionAt(element.currentTime)
    // A MediaSource that fails moves the element to the end of the timeline.
    if (feeds.current && position <= durationOfTrack(feeds.current) + LOST_SECONDS)
      this.#lastPosition = position
    return this.#lastPosition
  }

  /** Whether a MediaSource that was reopened just as it ended has moved the element to the end of the timeline. */
  get isLost(): boolean {
    const { element, feeds } = this.#parts
    const placed = feeds.current?.placed
    return placed !== undefined && element.currentTime > endTime(placed) + LOST_SECONDS
  }

  /** Whether the element has ended with the current track. A source that is reopened meanwhile takes that back. */
  get hasEnded(): boolean {
    const { element, feeds } = this.#parts
    const { current, next } = feeds
    if (!current?.placed || this.isLost) return false
    return element.ended || (!next && endTime(current.placed) - element.currentTime <= END_TOLERANCE)
  }

  /** Moves the element back to the last known position. */
  restore(): void {
    const { element, feeds } = this.#parts
    element.currentTime = feeds.start + this.position
  }

  reset(position: number): void {
    clearTimeout(this.#timer)
    this.#lastPosition = position
  }

  report(): void {
    const { current } = this.#parts.feeds
    if (!current) return
    const duration = durationOfTrack(current)
    this.#parts.onPosition(Math.min(this.position, duration), duration)
  }

  /** Checks whether the current track is over. */
  check(): void {
    const { element, feeds, isStarved, onEnd, onLost, onProgress } = this.#parts
    const { current } = feeds
    if (!current) return
    clearTimeout(this.#timer)
    if (this.isLost) {
      onLost()
      return
    }
    if (current.placed) {
      const left = endTime(current.placed) - element.currentTime
      const starved = Math.min(END_TOLERANCE_STARVED, durationOfTrack(current) * END_PART_STARVED)
      if (left <= (isStarved() && !element.seeking ? starved : END_TOLERANCE)) {
        onEnd()
        return
      }
      const leftMs = (left / element.playbackRate) * 1000
      if (!element.paused && leftMs < SCHEDULE_MS) this.#timer = setTimeout(() => this.check(), leftMs)
    }
    this.report()
    onProgress()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

function durationOfTrack({ placed, track }: TrackFeed): number {
  return placed ? durationOf(placed.index) : track.durationSeconds
}
