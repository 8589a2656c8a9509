import type { Request } from '../feed-plan.ts'
import type { PlayerTrack } from '../state.ts'
import type { StreamFace, StreamIndex } from '../stream-index.ts'
import type { Placed } from '../timeline.ts'

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
  /** First bytes that were fetched before there was room for them. */
  armed: { readonly request: Request; readonly bytes: Uint8Array<ArrayBuffer>[] } | undefined
  /** Attempts in a row that brought nothing. */
  failures: number
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
    failures: 0,
  }
}

/** True where all of it is in the buffer. */
export function isFed({ placed, next }: LaidTrack): boolean {
  return placed?.index.complete === true && next !== undefined && next >= placed.face.fragments.length
}
