import type { Hand } from './hand.ts'

const FORCE: Record<string, number> = { X: 1, x: 0.82, o: 0.62, '-': 0.36 }

/** Plays a drum from a picture of the bar: X x o - from loud to soft, anything else is silence. */
export function playPattern(
  hand: Hand,
  beat: number,
  drum: number,
  pattern: string,
  force = 1,
  step = 0.25,
): void {
  for (let i = 0; i < pattern.length; i++) {
    const loud = FORCE[pattern[i]!]
    if (loud) hand.play(beat + i * step, step, drum, loud * force)
  }
}
