import type { PlayerTrack } from '../../state/player-state.ts'
import type { TrackStream } from '../../streams/stream-index.ts'
import { endTime } from '../../streams/timeline.ts'
import { createFeed, restartFeed, type TrackFeed } from './track-feed.ts'

/** Seconds of the timeline left empty before a track that does not continue the one before. */
const GAP_SECONDS = 1
/** So close to the end of the current track the appended one can no longer be replaced: it may play already. */
const COMMIT_SECONDS = 0.3

/** The timeline of a media element: the track that plays and the one appended behind it. */
export class TrackFeeds {
  current: TrackFeed | null = null
  next: TrackFeed | null = null
  /** The appended track was replaced too late: it must not become the current one. */
  isStale = false
  /** Start of the current track on the timeline, also before its index is loaded. */
  start = 0
  /** End of the used part of the timeline. */
  #usedUntil = 0
  /** The current track, or the last one. */
  #latest: TrackFeed | null = null

  /** Places a track behind everything else. @returns the time before which the buffer may be emptied */
  startTrack(track: PlayerTrack, position: number, now: number): number {
    // Else each attempt during a long outage would move on by a track, until the timeline ends.
    const isUnused = this.#lastFeed?.hasData === false
    const isFirst = this.#usedUntil === 0 && now === 0
    if (!isUnused) this.start = isFirst ? 0 : Math.ceil(Math.max(now, this.#usedUntil)) + GAP_SECONDS
    const prefetched = position === 0 && this.next?.track.id === track.id ? this.next.prefetched : undefined
    for (const feed of [this.current, this.next]) {
      if (feed?.prefetched !== prefetched) feed?.prefetched?.stop()
    }
    this.current = { ...createFeed(track, position), prefetched }
    this.next = null
    this.isStale = false
    // An append that is on its way may still arrive there.
    return isUnused ? Number.POSITIVE_INFINITY : this.start - GAP_SECONDS / 2
  }

  /** Moves both tracks to the start of a new timeline. */
  restartTimeline(position: number): void {
    this.#usedUntil = 0
    this.start = 0
    if (this.current) this.current = createFeed(this.current.track, position)
    if (this.next) this.next = createFeed(this.next.track)
  }

  /** Starts the current track anew where nothing of it is known yet: what waits for it is forgotten. */
  renewCurrent(): void {
    if (this.current) this.current = restartFeed(this.current, this.current.startAt)
  }

  /** Starts both feeds again, the current one from another position of its track. */
  restartAt(seconds: number): void {
    this.current?.prefetched?.stop()
    if (this.current) this.current = { ...restartFeed(this.current, seconds), prefetched: undefined }
    if (this.next) this.next = restartFeed(this.next)
    this.isStale = false
  }

  placeCurrent(stream: TrackStream): void {
    if (!this.current) return
    this.current.placed = { ...stream, start: this.start }
    this.#usedUntil = Math.max(this.#usedUntil, endTime(this.current.placed))
  }

  /** Places the appended track at the end of the current one. */
  placeNext(stream: TrackStream): void {
    if (!this.next || !this.current?.placed) return
    this.next.placed = { ...stream, start: endTime(this.current.placed) }
    this.#usedUntil = Math.max(this.#usedUntil, endTime(this.next.placed))
  }

  /**
   * Replaces the appended track.
   * @returns the time from which on the buffer must be emptied first; null if nothing is there
   */
  setNext(track: PlayerTrack | null, now: number): number | null {
    if (this.next?.track.id === track?.id) {
      this.isStale = false
      return null
    }
    const end =
      this.next?.nextFragment !== undefined && this.current?.placed ? endTime(this.current.placed) : null
    this.isStale = end !== null && end - now < COMMIT_SECONDS
    if (this.isStale) return null
    this.next?.prefetched?.stop()
    this.next = track && createFeed(track)
    return end
  }

  /** Makes the appended track the current one, at its place on the timeline. */
  advance(): TrackFeed | null {
    if (!this.next?.placed) return null
    this.current = this.next
    this.next = null
    this.start = this.current.placed?.start ?? this.start
    return this.current
  }

  clear(): void {
    for (const feed of [this.current, this.next]) feed?.prefetched?.stop()
    this.#latest = this.#lastFeed
    this.current = null
    this.next = null
  }

  get #lastFeed(): TrackFeed | null {
    return this.current ?? this.#latest
  }

  /** Seconds into the current track. */
  positionAt(now: number): number {
    return Math.max(0, now - this.start)
  }
}
