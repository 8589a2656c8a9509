import type { Performer } from './performer.ts'

const FORCE: Record<string, number> = { X: 1, x: 0.82, o: 0.62, '-': 0.36 }

/** Plays a drum pattern: X x o - from loud to soft, any other character is a rest. */
export function playDrumPattern(
  performer: Performer,
  beat: number,
  drum: number,
  pattern: string,
  force = 1,
  step = 0.25,
): void {
  for (let i = 0; i < pattern.length; i++) {
    const loud = FORCE[pattern[i]!]
    if (loud) performer.play(beat + i * step, step, drum, loud * force)
  }
}
