import type { PlayerTrack } from '../state.ts'
import type { StreamFace, StreamIndex } from '../stream-index.ts'
import type { Placed } from '../timeline.ts'
import type { BytesAhead } from './bytes-ahead.ts'

/** How a track is streamed. */
export interface Streamable {
  readonly index: StreamIndex
  readonly face: StreamFace
}

/** A track that goes through the SourceBuffer, and how far it got. */
export interface LaidTrack {
  readonly track: PlayerTrack
  /** Undefined until its index is there. */
  placed: Placed | undefined
  /** Seconds into the track where feeding begins. */
  feedFrom: number
  /** The fragment where feeding goes on after it broke off. */
  resumeAt: number | undefined
  /** The first fragment not yet appended; undefined until the buffer is made ready for the track. */
  next: number | undefined
  /** Its initialisation segment, once it came by. */
  init: Uint8Array<ArrayBuffer> | undefined
  /** First bytes that are fetched before there is room for them. */
  armed: BytesAhead | undefined
  /** Something of it has come. */
  hasCome: boolean
  /** Attempts in a row that brought nothing, and when the next one may be made. */
  failures: number
  retryAt: number
}

export function lay(track: PlayerTrack, feedFrom = 0): LaidTrack {
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
export function layAnew({ track, placed, init, armed, hasCome }: LaidTrack, feedFrom = 0): LaidTrack {
  return { ...lay(track, feedFrom), placed, init, armed, hasCome }
}

/** True where all of it is in the buffer. */
export function isFed({ placed, next }: LaidTrack): boolean {
  return placed?.index.complete === true && next !== undefined && next >= placed.face.fragments.length
}
