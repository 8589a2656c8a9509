import type { PlayerTrack } from '../state/player-state.ts'
import type { OutputEvent } from './output.ts'

/** Events of a deck and its source; `unstreamable` and the following ones ask the sequencer to act. */
export type DeckEvent =
  | OutputEvent
  /** The current track has to be played as a file. */
  | { readonly type: 'unstreamable'; readonly track: PlayerTrack; readonly position: number }
  /** The appended track has to be played as a file; with an error if it broke the MediaSource. */
  | { readonly type: 'nextUnstreamable'; readonly track: PlayerTrack; readonly error?: unknown }
  /** MediaSource failed twice for the same track. */
  | {
      readonly type: 'streamingFailed'
      readonly track: PlayerTrack
      readonly position: number
      readonly error: unknown
    }
