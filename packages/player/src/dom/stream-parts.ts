import type { PlayerTrack } from '../state/player-state.ts'
import type { PrefetchedRange } from './source/prefetched-range.ts'
import type { Streamable } from './source/track-feed.ts'
import type { TrackOutput } from './track-output.ts'

export interface StreamParts {
  readonly createElement: () => HTMLAudioElement
  /**
   * How a track can be streamed; null where it cannot. `again`: what was told before does not count.
   * Rejects where that cannot be told now.
   */
  readonly resolve: (track: PlayerTrack, again?: boolean) => Promise<Streamable | null>
  /** The first bytes of a track, which may have been fetched already. */
  readonly fetchFirst: (track: PlayerTrack, streamable: Streamable) => PrefetchedRange | null
  /** The track cannot be played this way after all; the caller plays it another way. */
  readonly onUnstreamable: (track: PlayerTrack, position: number) => void
  /** The track that follows cannot be played this way. */
  readonly onNextUnstreamable: (track: PlayerTrack) => void
  /** MediaSource failed for good: the caller plays on another way. */
  readonly onBroken: (track: PlayerTrack, position: number, error: unknown) => void
}

export interface MediaSourceOutput extends TrackOutput {
  /** Makes ready for the first track. */
  open(): void
}
