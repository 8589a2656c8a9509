import type { DeckEvent } from '../../output/deck-event.ts'
import type { PlayerTrack } from '../../state/player-state.ts'

/** Fills a media element with the audio of tracks: as streams through MediaSource, or as files. */
export interface TrackSource {
  readonly kind: 'stream' | 'file'
  /** Replaces whatever was loaded; `position` in seconds. */
  load(track: PlayerTrack, position: number): void
  /** Appends a track to the current one without a gap, in place of one appended before. @returns false if it cannot */
  append(track: PlayerTrack | null): boolean
  seek(seconds: number): void
  /** Ends the wait after a failed request. */
  retryNow(): void
  /** Loads everything again and continues at the same position. */
  reload(): void
  reportPosition(): void
  unload(): void
}

export interface SourceParts {
  readonly element: HTMLAudioElement
  readonly emit: (event: DeckEvent) => void
  /** Plays the element again after the source had to reload it. */
  readonly play: () => void
  /** Aborts when the source is replaced by another one. */
  readonly signal: AbortSignal
}
