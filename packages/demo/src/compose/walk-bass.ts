import type { Random } from '../synth/random.ts'
import type { Hand } from './hand.ts'
import { chordAt, type Harmony, mod12, nearest, scaleOver } from './harmony.ts'

const LOW = 28
const HIGH = 50

/** A bass in quarter notes: the root where the chord begins, steps in between, and a lean into the next root. */
export function walkBass(
  hand: Hand,
  random: Random,
  plan: { bars: number; songAt(bar: number): Harmony; twoFeel(bar: number): boolean },
): void {
  let pitch = 36
  for (let bar = 0; bar < plan.bars; bar++) {
    const song = plan.songAt(bar)
    const chord = chordAt(song, bar * 4)
    const next = chordAt(plan.songAt(bar + 1), bar * 4 + 4)
    const root = keepInside(nearest(chord.root, pitch))
    const target = keepInside(nearest(next.root, root))
    if (plan.twoFeel(bar)) {
      const fifth = keepInside(nearest(mod12(chord.root + 7), root))
      hand.play(bar * 4, 1.85, root, 0.82)
      hand.play(bar * 4 + 2, random.chance(0.3) ? 1.3 : 1.85, fifth, 0.74)
      if (random.chance(0.3)) hand.play(bar * 4 + 3.5, 0.45, target + random.pick([-1, 1]), 0.6)
      pitch = root
      continue
    }
    const line = [root]
    const approach = target + (random.chance(0.6) ? -1 : random.pick([1, 2]))
    const classes = scaleOver(song, chord)
    const tones = chord.tones.map(tone => mod12(chord.root + tone))
    // Two notes lead from the root towards the approach, by steps or through the chord.
    for (let i = 1; i <= 2; i++) {
      const wish =
        root +
        ((approach - root) * i) / 3 +
        (Math.abs(approach - root) < 3 ? [0, 4, 5][i]! * (root > 40 ? -1 : 1) : 0)
      const from = i === 2 || random.chance(0.5) ? tones : classes
      let found = nearest(
        from.reduce((best, pc) => (distance(pc, wish) < distance(best, wish) ? pc : best)),
        Math.round(wish),
      )
      if (found === line.at(-1)) found += found > 40 ? -5 : 7
      line.push(keepInside(found))
    }
    line.push(approach)
    for (const [i, note] of line.entries()) hand.play(bar * 4 + i, 0.92, note, i % 2 === 0 ? 0.78 : 0.86)
    if (random.chance(0.18)) hand.play(bar * 4 + random.pick([1, 3]) + 0.5, 0.4, line[2]!, 0.5)
    pitch = approach
  }
}

const distance = (pitchClass: number, to: number) => Math.abs(nearest(pitchClass, Math.round(to)) - to)

function keepInside(pitch: number): number {
  let kept = pitch
  while (kept > HIGH) kept -= 12
  while (kept < LOW) kept += 12
  return kept
}
