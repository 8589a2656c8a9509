import { feltPiano, grandPiano } from '../../instruments/keyboards.ts'
import { stringPad } from '../../instruments/pads.ts'
import type { Random } from '../../random.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import { createRubato } from '../rubato.ts'
import type { Score } from '../score.ts'

const chords: readonly (readonly [ScaleName, string, string])[] = [
  ['minor', '0:madd9 8:maj7 3:add9 10:sus4', '5:m7 10:9 3:maj7 8:maj7'],
  ['major', '0:add9 4:m7 5:maj9 7:sus4', '9:m9 4:m7 5:maj7 2:m9'],
  ['major', '5:maj9 0:add9 7:sus4 9:m7', '2:m9 9:m7 5:maj7 7:9sus'],
  ['dorian', '0:m9 5:add9 10:maj 0:m7', '3:maj9 10:add9 5:9 0:m11'],
]

/** Left-hand figures in eighths of a 3/4 bar: b bass, 1 2 3 the voicing from low to high. */
const figures = ['b12321', 'b.1.2.', 'b21213', 'b1.2.1', 'b13213'] as const

/** Solo piano: a repeating left-hand figure under a slow melody, with rubato. */
export function composeSoloPiano(recipe: Recipe, random: Random): Score {
  const [scale, a, b] = random.pick(chords)
  const first = harmony(recipe.tonic, scale, a, 6)
  const middle = harmony(recipe.tonic, scale, b, 6)
  const form = planForm(recipe.bars, 4, 'alone:1:0.4 theme:3:0.6 middle:2:0.85 theme2:3:1 close:1:0.35')
  const clock = createRubato(recipe.bpm, recipe.bars * 3, 12, 0.13, random)
  const left = createPerformer(clock, random, 0.01)
  const right = createPerformer(clock, random, 0.015, 0.012)
  const halo = createPerformer(clock, random, 0.05)
  const songAt = (bar: number) => (sectionAt(form, bar).name === 'middle' ? middle : first)
  const voicings = new Map(
    [first, middle].map(song => [
      song,
      voiceChords(song.chords, { low: 50, high: 67, voices: 3, rootless: true }),
    ]),
  )
  const figure = random.pick(figures)
  const second = random.pick(figures)

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 3
    const song = songAt(bar)
    const chord = chordAt(song, beat)
    const voicing = voicings.get(song)![Math.floor(beat / 6) % song.chords.length]!
    const root = bassNote(chord, 33)
    if (bar === recipe.bars - 1) {
      const home = voicings.get(first)![0]!
      ;[bassNote(first.chords[0]!, 33), ...home, home.at(-1)! + 12].forEach((pitch, i) => {
        left.play(beat + i * 0.22, 6, pitch, 0.42)
      })
      continue
    }
    const shape = section.name === 'middle' ? second : figure
    for (let i = 0; i < 6; i++) {
      const pitch = shape[i] === 'b' ? root : voicing[Number(shape[i]) - 1]
      if (pitch === undefined) continue
      left.play(
        beat + i / 2,
        shape[i] === 'b' ? 3.2 : 2,
        pitch,
        (shape[i] === 'b' ? 0.56 : 0.4) + 0.16 * section.energy,
      )
    }
    if (section.energy > 0.9) left.play(beat, 3, root - 12 < 24 ? root : root - 12, 0.5)
    if (section.energy > 0.8 && bar % 2 === 0)
      for (const [v, pitch] of voicing.entries())
        halo.play(beat, 6, pitch + (v === 2 ? 12 : 0), 0.5, (v - 1) * 0.7)
  }
  const motifs = [
    drawMotif(
      random,
      random.pick([
        [2, 1, 3, 1, 1, 1, 3],
        [1, 1, 1, 3, 2, 1, 3],
        [1.5, 0.5, 1, 3, -1, 1, 1, 3],
      ]),
      0.4,
    ),
    drawMotif(
      random,
      random.pick([
        [3, 1, 2, 3, -3],
        [0.5, 0.5, 0.5, 0.5, 1, 3, 2, 1, 3],
      ]),
      0.4,
    ),
  ]
  for (const section of form) {
    if (section.name === 'alone' || section.name === 'close') continue
    const high = section.energy > 0.8
    const line = writeMelody({
      random,
      song: songAt(section.from),
      motifs,
      tessitura: high ? { low: 72, high: 91 } : { low: 67, high: 84 },
      from: section.from * 3,
      to: (section.from + section.bars) * 3,
      rest: 0.12,
    })
    for (const note of line) {
      right.play(note.beat, note.beats + 0.8, note.pitch, 0.48 + 0.2 * note.weight + 0.14 * section.energy)
      if (high && note.beats >= 2) right.play(note.beat + 0.03, note.beats, note.pitch - 12, 0.42)
    }
  }
  const felt = random.chance(0.6)
  return {
    parts: [
      {
        instrument: felt ? feltPiano() : grandPiano(),
        notes: [...left.notes, ...right.notes],
        level: -4,
        reverb: 0.26,
      },
      { instrument: stringPad(1.6, 2.4), notes: halo.notes, level: -20, reverb: 0.7 },
    ],
    space: { seconds: 2.8, damping: 4600, size: 1.1 },
    fadeIn: 0.005,
    fadeOut: 3.5,
  }
}
