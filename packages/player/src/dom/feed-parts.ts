import type { BytesAhead } from './bytes-ahead.ts'
import type { LaidTrack, Streamable } from './laid-track.ts'
import type { TrackBuffer } from './track-buffer.ts'

export interface FeedParts {
  readonly buffer: TrackBuffer
  /** What sounds and what follows; `next` is null where nothing does. */
  laid(): { current: LaidTrack; next: LaidTrack | null }
  /** What sounds, on the timeline. */
  now(): number
  /** True where there is nothing left to play. */
  isStarved(): boolean
  /** Asks how a track can be streamed by now; null where it no longer can. Rejects where nobody answers. */
  refresh(laid: LaidTrack): Promise<Streamable | null>
  /** The first bytes of a track, as they come; null where there are none. */
  fetchFirst(laid: LaidTrack, streamable: Streamable): BytesAhead | null
  /** The bytes of a track cannot be had. */
  onLost(laid: LaidTrack, error: unknown): void
  /** The buffer cannot be used any more. */
  onBroken(error: unknown): void
}
