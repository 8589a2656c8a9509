import type { PlayerTrack } from '../../state/player-state.ts'
import type { StreamFace, StreamIndex } from '../../streams/stream-index.ts'
import type { PlacedTrack } from '../../streams/timeline.ts'
import type { PrefetchedRange } from './prefetched-range.ts'

/** How a track is streamed. */
export interface Streamable {
  readonly index: StreamIndex
  readonly face: StreamFace
}

/** A track that goes through the SourceBuffer, and how far it got. */
export interface TrackFeed {
  readonly track: PlayerTrack
  /** Undefined until its index is there. */
  placed: PlacedTrack | undefined
  /** Seconds into the track where feeding begins. */
  feedFrom: number
  /** The fragment where feeding goes on after it broke off. */
  resumeAt: number | undefined
  /** The first fragment not yet appended; undefined until the buffer is made ready for the track. */
  next: number | undefined
  /** Its initialisation segment, once it came by. */
  init: Uint8Array<ArrayBuffer> | undefined
  /** First bytes that are fetched before there is room for them. */
  armed: PrefetchedRange | undefined
  /** Something of it has come. */
  hasCome: boolean
  /** Attempts in a row that brought nothing, and when the next one may be made. */
  failures: number
  retryAt: number
}

export function createFeed(track: PlayerTrack, feedFrom = 0): TrackFeed {
  return {
    track,
    placed: undefined,
    feedFrom,
    resumeAt: undefined,
    next: undefined,
    init: undefined,
    armed: undefined,
    hasCome: false,
    failures: 0,
    retryAt: 0,
  }
}

/** The same, from another place of it. */
export function restartFeed({ track, placed, init, armed, hasCome }: TrackFeed, feedFrom = 0): TrackFeed {
  return { ...createFeed(track, feedFrom), placed, init, armed, hasCome }
}

/** True where all of it is in the buffer. */
export function isComplete({ placed, next }: TrackFeed): boolean {
  return placed?.index.complete === true && next !== undefined && next >= placed.face.fragments.length
}
