import type { Random } from '../random.ts'
import type { Note } from './score.ts'

/** Turns beats into seconds. */
export type Clock = (beat: number) => number

/** A steady clock; `swing` delays every second `unit` (in beats) by that share of the unit. */
export function createClock(bpm: number, swing = 0, unit = 0.5): Clock {
  const beatSeconds = 60 / bpm
  return beat => {
    if (swing === 0) return beat * beatSeconds
    const pair = unit * 2
    const inside = (beat + 1e-9) % pair
    // The second note of each pair moves from 1/2 to (1 + swing) / 2; times in between stretch with it.
    const middle = unit * (1 + swing)
    const warped =
      inside < unit ? (inside / unit) * middle : middle + ((inside - unit) / unit) * (pair - middle)
    return (beat - inside + warped) * beatSeconds
  }
}

/** Records notes with small random errors in timing and velocity, as a human player makes them. */
export interface Performer {
  notes: Note[]
  play(beat: number, beats: number, pitch: number, velocity: number, pan?: number): void
}

/** `looseness` is the typical timing error and `lag` the delay behind the beat, both in seconds. */
export function createPerformer(clock: Clock, random: Random, looseness = 0.006, lag = 0): Performer {
  const notes: Note[] = []
  return {
    notes,
    play(beat, beats, pitch, velocity, pan = 0) {
      const at = Math.max(0, clock(beat) + random.gaussian() * looseness * 1.6 + lag)
      const length = Math.max(0.02, clock(beat + beats) - clock(beat))
      const force = Math.max(0.05, Math.min(1, velocity * (1 + random.gaussian() * 0.14)))
      notes.push({ at, length, pitch, velocity: force, pan })
    },
  }
}
