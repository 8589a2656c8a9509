import { durationOf, endTime } from '../streams/timeline.ts'
import type { TrackFeed } from './source/track-feed.ts'
import type { TrackFeeds } from './source/track-feeds.ts'

/** How near its end a track counts as over: usually, and when nothing is left to play. */
const OVER = 0.005
const OVER_STARVED = 0.25
/** So long before its end a track's last moment is aimed at. */
const AIM_MS = 1000

export interface TrackClockParts {
  readonly element: HTMLAudioElement
  readonly laid: TrackFeeds
  isStarved(): boolean
  onPosition(position: number, duration: number): void
  /** The current track goes on. */
  onLooked(): void
  /** The current track is over: what follows lies behind it on the timeline, or nothing does. */
  onOver(): void
}

/** Where the one element is in the current track. There is no event between tracks: it has to be looked for. */
export interface TrackClock {
  /** Seconds into the current track. */
  position(): number
  /** A track begins at so many seconds. */
  startFrom(seconds: number): void
  /** Tells where it is. */
  tell(): void
  /** Sees whether the next track has begun. */
  look(): void
  rest(): void
}

export function createTrackClock(parts: TrackClockParts): TrackClock {
  const { element, laid } = parts
  /** Where the element was last seen in the current track. */
  let seen = 0
  let boundary: ReturnType<typeof setTimeout> | undefined

  const lengthOfTrack = ({ placed, track }: TrackFeed) =>
    placed ? durationOf(placed.index) : track.durationSeconds

  /** A source that breaks throws the element to the end of the timeline. */
  function position(): number {
    const at = laid.positionAt(element.currentTime)
    if (laid.current && at <= lengthOfTrack(laid.current) + 1) seen = at
    return seen
  }

  function tell(): void {
    const { current } = laid
    if (!current) return
    const length = lengthOfTrack(current)
    parts.onPosition(Math.min(position(), length), length)
  }

  function look(): void {
    const { current } = laid
    if (!current) return
    clearTimeout(boundary)
    if (current.placed) {
      const left = endTime(current.placed) - element.currentTime
      if (left <= (parts.isStarved() && !element.seeking ? OVER_STARVED : OVER)) {
        parts.onOver()
        return
      }
      const inMs = (left / element.playbackRate) * 1000
      if (!element.paused && inMs < AIM_MS) boundary = setTimeout(look, inMs)
    }
    tell()
    parts.onLooked()
  }

  return {
    position,
    startFrom(seconds) {
      clearTimeout(boundary)
      seen = seconds
    },
    tell,
    look,
    rest: () => clearTimeout(boundary),
  }
}
