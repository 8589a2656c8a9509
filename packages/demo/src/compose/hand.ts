import type { Random } from '../synth/random.ts'
import type { Note } from '../synth/score.ts'

/** Turns beats into seconds. */
export type Clock = (beat: number) => number

/** A steady clock; `swing` delays every second `unit` (in beats) by that share of the unit. */
export function createClock(bpm: number, swing = 0, unit = 0.5): Clock {
  const beatSeconds = 60 / bpm
  return beat => {
    if (swing === 0) return beat * beatSeconds
    const pair = unit * 2
    const inside = (beat + 1e-9) % pair
    // The middle of each pair moves from 1/2 to (1 + swing) / 2; what lies between is stretched with it.
    const middle = unit * (1 + swing)
    const warped =
      inside < unit ? (inside / unit) * middle : middle + ((inside - unit) / unit) * (pair - middle)
    return (beat - inside + warped) * beatSeconds
  }
}

/** Someone who plays: never quite on time, never twice with the same force. */
export interface Hand {
  notes: Note[]
  play(beat: number, beats: number, pitch: number, velocity: number, pan?: number): void
}

/** `looseness` is the usual error in seconds, `lag` how far behind the beat the player sits. */
export function createHand(clock: Clock, random: Random, looseness = 0.006, lag = 0): Hand {
  const notes: Note[] = []
  return {
    notes,
    play(beat, beats, pitch, velocity, pan = 0) {
      const at = Math.max(0, clock(beat) + random.bell() * looseness * 1.6 + lag)
      const length = Math.max(0.02, clock(beat + beats) - clock(beat))
      const force = Math.max(0.05, Math.min(1, velocity * (1 + random.bell() * 0.14)))
      notes.push({ at, length, pitch, velocity: force, pan })
    },
  }
}
