import type { PlayerTrack } from '../state.ts'
import type { StreamIndex } from '../stream-index.ts'
import { chooseFace } from '../timeline.ts'
import type { Streamable } from './laid-track.ts'
import { canAppend } from './media-source-support.ts'

/** How a track is streamed in this browser; null where it is played as the file it is. */
export function chooseStream(_track: PlayerTrack, index: StreamIndex): Streamable | null {
  const face = chooseFace(index, canAppend)
  return face ? { index, face } : null
}
