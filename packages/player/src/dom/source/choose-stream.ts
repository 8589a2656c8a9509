import type { PlayerTrack } from '../../state/player-state.ts'
import type { StreamFace, StreamIndex } from '../../streams/stream-index.ts'
import { durationOf, supportedFace } from '../../streams/timeline.ts'
import { canAppend } from './media-source-support.ts'
import type { Streamable } from './track-feed.ts'

/** A connection has to bring so many times what a rendition needs. */
const RESERVE = 1.3
const OGG = /\.og[ag]$/i

/**
 * How a track is streamed in this browser; null where it is played as the file it is.
 * @param bits a second that the connection brings, where that is known
 */
export function chooseStream(
  track: PlayerTrack,
  index: StreamIndex,
  bits?: number,
  supports: (mime: string) => boolean = canAppend,
): Streamable | null {
  const face = supportedFace(index, supports)
  if (!face) return null
  // Vorbis is streamed as FLAC, so that its joins are whole; the file itself is several times lighter.
  const isHeavier = OGG.test(track.audioSrc) && face.mime.includes('flac')
  if (isHeavier && bits !== undefined && bits < bitsOf(index, face) * RESERVE) return null
  return { index, face }
}

/** What a rendition needs, in bits a second, as far as it is made. */
function bitsOf(index: StreamIndex, { fragments }: StreamFace): number {
  const last = fragments.at(-1)
  if (!last) return 0
  const seconds = index.complete ? durationOf(index) : last[2] / index.sampleRate
  return seconds > 0 ? ((last[0] + last[1]) * 8) / seconds : 0
}
