import { bells, celesta, feltPiano } from '../../instruments/keyboards.ts'
import { airPad, choirPad, dronePad, glassPad, warmPad } from '../../instruments/pads.ts'
import { harp, kotoStrings } from '../../instruments/plucked-strings.ts'
import { filter } from '../../mixing/effects.ts'
import { createRandom } from '../../random.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Instrument, Score } from '../score.ts'

const progressions = [
  ['lydian', '0:maj9 2:9 9:m9 7:69'],
  ['major', '0:add9 9:m11 5:maj9 7:9sus'],
  ['dorian', '0:m9 5:9 3:maj9 10:69'],
  ['major', '5:maj9 4:m7 9:m9 0:69'],
  ['lydian', '0:lyd 7:69 9:m11 2:add9'],
  ['minor', '0:madd9 8:maj9 3:add9 10:69'],
] as const

/** Instruments per variant, and the beats between two melody notes. */
const variants: {
  bed: () => Instrument
  drops: () => Instrument
  spacing: number
  veil: () => Instrument
}[] = [
  { bed: warmPad, drops: bells, spacing: 3, veil: airPad },
  { bed: () => warmPad(2, 3), drops: feltPiano, spacing: 1.5, veil: choirPad },
  { bed: () => glassPad(2, 4), drops: kotoStrings, spacing: 2, veil: airPad },
  { bed: airPad, drops: harp, spacing: 1, veil: () => choirPad(2, 3) },
  { bed: () => choirPad(2, 3), drops: celesta, spacing: 1.5, veil: () => glassPad(2, 4) },
]

/** Slow overlapping pad chords with sparse melody notes above them. */
export function composeAmbient(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const variant = variants[recipe.variant % variants.length]!
  const [scale, symbols] = random.pick(progressions)
  const song = harmony(recipe.tonic, scale, symbols, 8)
  const form = planForm(recipe.bars, 2, 'dawn:2:0.25 drift:3:0.6 bloom:3:1 dusk:2:0.35')
  const clock = createClock(recipe.bpm)
  const total = recipe.bars * 4
  const energy = (beat: number) => sectionAt(form, Math.floor(beat / 4)).energy

  const bed = createPerformer(clock, random, 0.12)
  const veil = createPerformer(clock, random, 0.2)
  const low = createPerformer(clock, random, 0.1)
  const voiced = voiceChords(song.chords, { low: 50, high: 72, voices: 4, rootless: true })
  for (let beat = 0; beat < total; beat += song.beats) {
    const index = (beat / song.beats) % song.chords.length
    const chord = song.chords[index]!
    const strength = 0.5 + 0.3 * energy(beat)
    // Each voice enters a little after the one below it.
    voiced[index]!.forEach((pitch, i) => {
      bed.play(beat + i * 0.35, song.beats + 0.5 - i * 0.3, pitch, strength, (i - 1.5) * 0.45)
    })
    low.play(beat, song.beats + 0.3, bassNote(chord, 33), 0.62)
    if (energy(beat) > 0.5) {
      const top = voiced[index]!.at(-1)! + 12
      veil.play(beat + 2, song.beats - 2, top, 0.4 + 0.2 * energy(beat), 0.5)
      if (energy(beat) > 0.9)
        veil.play(beat + 4, song.beats - 3, top - 5 < 60 ? top : voiced[index]!.at(-2)! + 12, 0.45, -0.5)
    }
  }

  const drops = createPerformer(clock, random, 0.03)
  const s = variant.spacing
  const motifs = [
    drawMotif(random, [s, s, s * 2, -s * 2, s, s * 3].slice(0, 4 + random.integer(0, 2)), 0.5),
    drawMotif(random, [s * 2, s, s, -s * 2], 0.5),
  ]
  for (const section of form) {
    if (section.name === 'dawn' && section.bars < 3) continue
    const line = writeMelody({
      random,
      song,
      motifs,
      tessitura: { low: 64, high: 86 },
      from: section.from * 4 + (section.name === 'dawn' ? 8 : 0),
      to: (section.from + section.bars) * 4,
      rest: 0.55 - 0.4 * section.energy,
    })
    for (const note of line) {
      const pan = random.range(-0.6, 0.6)
      drops.play(
        note.beat,
        Math.max(3, note.beats),
        note.pitch,
        0.42 * note.weight + 0.16 * section.energy,
        pan,
      )
      if (random.chance(0.25 * section.energy)) {
        const chord = chordAt(song, note.beat)
        drops.play(note.beat + 0.5, 3, bassNote(chord, note.pitch > 72 ? 60 : 55) + 7, 0.25, -pan)
      }
    }
  }

  return {
    parts: [
      {
        instrument: variant.bed(),
        notes: bed.notes,
        level: -7,
        reverb: 0.5,
        effects: [filter('low', sweepCutoffSlowly(recipe.bpm))],
      },
      { instrument: dronePad(1.5, 3), notes: low.notes, level: -8, reverb: 0.25 },
      { instrument: variant.veil(), notes: veil.notes, level: -13, reverb: 0.8 },
      { instrument: variant.drops(), notes: drops.notes, level: -6, reverb: 0.7, echo: 0.45 },
    ],
    space: { seconds: 6.5, damping: 4200, size: 1.45 },
    echo: { left: clock(1.5), right: clock(2), feedback: 0.5, tone: 2600 },
    fadeIn: 2.5,
    fadeOut: 6,
  }
}

/** Filter cutoff in Hz that rises and falls once in four bars. */
function sweepCutoffSlowly(bpm: number): (seconds: number) => number {
  const period = (16 * 60) / bpm
  return seconds =>
    1500 + 1100 * Math.sin((2 * Math.PI * seconds) / period - 1) + 300 * Math.sin(seconds * 0.31)
}
