import type { Random } from '../random.ts'
import type { Clock } from './performer.ts'

/**
 * A clock with rubato: each phrase speeds up in the middle and slows down at its end,
 * and takes exactly as long as with a steady clock.
 */
export function createRubato(
  bpm: number,
  beats: number,
  phrase: number,
  depth: number,
  random: Random,
): Clock {
  const seconds = 60 / bpm
  const depths = Array.from({ length: Math.ceil(beats / phrase) + 2 }, () => depth * random.range(0.6, 1.3))
  return beat => {
    const index = Math.max(0, Math.floor(beat / phrase))
    const inside = beat / phrase - index
    const lean =
      (depths[index] ?? depth) * phrase * 0.16 * (Math.sin(Math.PI * inside) ** 2 * (inside - 0.62) * 2.2)
    return (beat + lean) * seconds
  }
}
