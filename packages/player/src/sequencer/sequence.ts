import type { OutputSettings } from '../output/output.ts'
import { DEFAULT_SETTINGS } from '../state/playback-settings.ts'
import type { PlayerTrack } from '../state/player-state.ts'

/** What plays and what follows: the one copy of this state below the player. */
export interface Sequence {
  current: PlayerTrack | null
  next: PlayerTrack | null
  isPlaying: boolean
  /** Seconds into the current track, as last reported. */
  position: number
  /** Seconds. */
  duration: number
  settings: OutputSettings
}

export function createSequence(): Sequence {
  return {
    current: null,
    next: null,
    isPlaying: false,
    position: 0,
    duration: 0,
    settings: { ...DEFAULT_SETTINGS, gain: 'off' },
  }
}

/** Makes a track the current one; nothing follows it yet. */
export function setCurrent(sequence: Sequence, track: PlayerTrack, position = 0): void {
  sequence.current = track
  sequence.next = null
  sequence.position = position
  sequence.duration = track.durationSeconds
}

/** Seconds of real time until the current track ends. */
export function remainingSeconds({ position, duration, settings }: Sequence): number {
  return (duration - position) / settings.rate
}
