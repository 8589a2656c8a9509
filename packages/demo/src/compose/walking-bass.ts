import type { Random } from '../random.ts'
import { chordAt, type Harmony, mod12, nearest, scaleOver } from './harmony.ts'
import type { Performer } from './performer.ts'

const LOW = 28
const HIGH = 50

/** Walking bass in quarter notes: the root, two passing notes, and an approach to the next root. */
export function playWalkingBass(
  performer: Performer,
  random: Random,
  plan: { bars: number; songAt(bar: number): Harmony; twoFeel(bar: number): boolean },
): void {
  let pitch = 36
  for (let bar = 0; bar < plan.bars; bar++) {
    const song = plan.songAt(bar)
    const chord = chordAt(song, bar * 4)
    const next = chordAt(plan.songAt(bar + 1), bar * 4 + 4)
    const root = transposeIntoRange(nearest(chord.root, pitch))
    const target = transposeIntoRange(nearest(next.root, root))
    if (plan.twoFeel(bar)) {
      const fifth = transposeIntoRange(nearest(mod12(chord.root + 7), root))
      performer.play(bar * 4, 1.85, root, 0.82)
      performer.play(bar * 4 + 2, random.chance(0.3) ? 1.3 : 1.85, fifth, 0.74)
      if (random.chance(0.3)) performer.play(bar * 4 + 3.5, 0.45, target + random.pick([-1, 1]), 0.6)
      pitch = root
      continue
    }
    const line = [root]
    const approach = target + (random.chance(0.6) ? -1 : random.pick([1, 2]))
    const classes = scaleOver(song, chord)
    const tones = chord.tones.map(tone => mod12(chord.root + tone))
    // Two passing notes lead to the approach note, by scale steps or chord tones.
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
      line.push(transposeIntoRange(found))
    }
    line.push(approach)
    for (const [i, note] of line.entries()) performer.play(bar * 4 + i, 0.92, note, i % 2 === 0 ? 0.78 : 0.86)
    if (random.chance(0.18)) performer.play(bar * 4 + random.pick([1, 3]) + 0.5, 0.4, line[2]!, 0.5)
    pitch = approach
  }
}

const distance = (pitchClass: number, to: number) => Math.abs(nearest(pitchClass, Math.round(to)) - to)

function transposeIntoRange(pitch: number): number {
  let transposed = pitch
  while (transposed > HIGH) transposed -= 12
  while (transposed < LOW) transposed += 12
  return transposed
}
