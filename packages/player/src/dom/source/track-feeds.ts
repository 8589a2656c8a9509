import type { PlayerTrack } from '../../state/player-state.ts'
import { endTime } from '../../streams/timeline.ts'
import { createFeed, restartFeed, type Streamable, type TrackFeed } from './track-feed.ts'

/** Seconds of the timeline left free in front of a track that does not follow the one before. */
const FREE = 1
/** So close to the end what follows is no longer exchanged: it may sound already. */
const COMMITTED = 0.3

/** What sounds and what follows, on the endless timeline of one element. */
export class TrackFeeds {
  current: TrackFeed | null = null
  next: TrackFeed | null = null
  /** What follows was exchanged too late: when it begins, the player is asked to start the right one. */
  isStale = false
  /** Where the current track starts on the timeline, also before its index is there. */
  start = 0
  /** Up to here the timeline was ever used. */
  #reached = 0

  /** Lays a track behind everything else. @returns up to where the buffer may be emptied */
  layFresh(track: PlayerTrack, position: number, now: number): number {
    const isFirst = this.#reached === 0 && now === 0
    this.start = isFirst ? 0 : Math.ceil(Math.max(now, this.#reached)) + FREE
    const armed = position === 0 && this.next?.track.id === track.id ? this.next.armed : undefined
    for (const laid of [this.current, this.next]) if (laid?.armed !== armed) laid?.armed?.stop()
    this.current = { ...createFeed(track, position), armed }
    this.next = null
    this.isStale = false
    return this.start - FREE / 2
  }

  /** Lays the current track and the one that follows on a timeline that begins anew. */
  layAllAnew(position: number): void {
    this.#reached = 0
    this.start = 0
    if (this.current) this.current = createFeed(this.current.track, position)
    if (this.next) this.next = createFeed(this.next.track)
  }

  /** Lays the same tracks again, the current one to be fed from another place. */
  layFrom(seconds: number): void {
    this.current?.armed?.stop()
    if (this.current) this.current = { ...restartFeed(this.current, seconds), armed: undefined }
    if (this.next) this.next = restartFeed(this.next)
    this.isStale = false
  }

  /** The index of the current track is there. */
  place(streamable: Streamable): void {
    if (!this.current) return
    this.current.placed = { ...streamable, start: this.start }
    this.#reached = Math.max(this.#reached, endTime(this.current.placed))
  }

  /** What follows begins where the current track ends. */
  placeNext(streamable: Streamable): void {
    if (!this.next || !this.current?.placed) return
    this.next.placed = { ...streamable, start: endTime(this.current.placed) }
    this.#reached = Math.max(this.#reached, endTime(this.next.placed))
  }

  /**
   * Names what follows.
   * @returns where the buffer has to be emptied from, because something else lies there already; else null
   */
  follow(track: PlayerTrack | null, now: number): number | null {
    if (this.next?.track.id === track?.id) {
      this.isStale = false
      return null
    }
    const end = this.next?.next !== undefined && this.current?.placed ? endTime(this.current.placed) : null
    this.isStale = end !== null && end - now < COMMITTED
    if (this.isStale) return null
    this.next?.armed?.stop()
    this.next = track && createFeed(track)
    return end
  }

  /** What follows takes over at its own place. */
  advance(): TrackFeed | null {
    if (!this.next?.placed) return null
    this.current = this.next
    this.next = null
    this.start = this.current.placed?.start ?? this.start
    return this.current
  }

  clear(): void {
    for (const laid of [this.current, this.next]) laid?.armed?.stop()
    this.current = null
    this.next = null
  }

  /** Seconds into the current track. */
  positionAt(now: number): number {
    return Math.max(0, now - this.start)
  }
}
