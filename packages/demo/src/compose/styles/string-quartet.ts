import { cello, viola, violin } from '../../instruments/winds-and-strings.ts'
import type { Random } from '../../random.ts'
import { planForm } from '../form.ts'
import { bassNote, chordAt, type Harmony, harmony, nearest, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, varyMotif, writeMelody } from '../melody.ts'
import { createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import { createRubato } from '../rubato.ts'
import type { Score } from '../score.ts'

const chords: readonly (readonly [ScaleName, string, string])[] = [
  ['major', '0:maj 9:m 2:m7 7:7 0:maj 5:maj 2:m7 7:7', '9:m 4:m 5:maj 0:maj 2:m7 5:m6 7:sus4 7:7'],
  ['harmonic', '0:m 5:m 7:7 0:m 8:maj 5:m 2:m7b5 7:7', '3:maj 10:maj 0:m 8:maj 5:m6 0:m 7:sus4 7:7'],
  ['minor', '0:m 10:maj 8:maj7 7:m 5:m7 3:maj 8:maj 7:7', '8:maj 3:maj 10:maj 5:m 8:maj7 0:m 2:m7b5 7:7'],
  ['major', '0:maj 4:m 5:maj 0:maj 5:maj 0:maj 2:7 7:7', '9:m 5:maj 0:maj 4:m 5:maj 5:m6 0:maj 7:7'],
]

/** Figures for the two inner voices in eighths of a 3/4 bar: 1 lower, 2 upper, . rest. */
const figures = ['..12.2', '1.2.1.', '.2.2.2', '12.212', '1.....'] as const

/** String quartet: melody in the first violin, moving inner voices, and a cello that takes the melody at times. */
export function composeStringQuartet(recipe: Recipe, random: Random): Score {
  const [scale, a, b] = random.pick(chords)
  const first = harmony(recipe.tonic, scale, a, 3)
  const middle = harmony(recipe.tonic, scale, b, 3)
  const form = planForm(
    recipe.bars,
    8,
    'theme:2:0.6 theme2:2:0.75 middle:2:0.85 song:1:0.7 theme:2:1 close:1:0.5',
  )
  const clock = createRubato(recipe.bpm, recipe.bars * 3, 24, 0.06, random)
  const top = createPerformer(clock, random, 0.012)
  const upper = createPerformer(clock, random, 0.012)
  const inner = createPerformer(clock, random, 0.012)
  const low = createPerformer(clock, random, 0.012)
  const theme = drawMotif(
    random,
    random.pick([
      [2, 1, 1, 1, 1, 3, -3],
      [1.5, 0.5, 1, 2, 1, 3, -3],
      [1, 1, 1, 2, 1, 1, 1, 1, 3],
    ]),
    0.35,
  )
  const answer = drawMotif(
    random,
    random.pick([
      [0.5, 0.5, 0.5, 0.5, 1, 2, 1, 3, -3],
      [3, 2, 1, 1, 1, 1, 3],
    ]),
    0.35,
  )

  for (const [index, section] of form.entries()) {
    const song: Harmony = section.name === 'middle' || section.name === 'song' ? middle : first
    const voiced = voiceChords(song.chords, { low: 53, high: 70, voices: 3 })
    const figure = figures[section.name === 'song' ? 4 : (index + random.integer(0, 1)) % 4]!
    const cellist = section.name === 'song'
    const force = 0.45 + 0.35 * section.energy
    for (let bar = section.from; bar < section.from + section.bars; bar++) {
      const beat = bar * 3
      const chord = chordAt(song, beat)
      const voicing = voiced[bar % voiced.length]!
      const final = bar === recipe.bars - 1
      if (final) {
        const home = song.chords[0]!
        for (const [v, pitch] of voiced[0]!.entries()) [inner, upper, upper][v]!.play(beat, 5, pitch, 0.6)
        low.play(beat, 5, bassNote(home, 36), 0.7)
        top.play(beat, 5, nearest(home.root, 76), 0.55)
        continue
      }
      for (let i = 0; i < 6; i++) {
        if (figure === '1.....' && i === 0) {
          inner.play(beat, 2.9, voicing[0]!, force * 0.8)
          upper.play(beat, 2.9, voicing[2]!, force * 0.8)
        } else if (figure[i] === '1')
          inner.play(beat + i / 2, 0.46, voicing[i > 3 ? 1 : 0]!, force * (i === 0 ? 0.9 : 0.75))
        else if (figure[i] === '2') upper.play(beat + i / 2, 0.46, voicing[i > 2 ? 2 : 1]!, force * 0.75)
      }
      if (!cellist) {
        const root = bassNote(chord, 36)
        const next = bassNote(chordAt(song, beat + 3), 36)
        low.play(beat, section.energy > 0.8 ? 0.9 : 1.8, root, force)
        if (section.energy > 0.8)
          low.play(beat + 1, 0.9, nearest((chord.root + chord.tones[2]!) % 12, root), force * 0.8)
        low.play(
          beat + 2,
          0.9,
          Math.abs(next - root) > 2
            ? nearest((chord.root + chord.tones[1]!) % 12, ((root + next) / 2) | 0)
            : next > root
              ? next - 1
              : next + 1,
          force * 0.75,
        )
      }
    }
    const line = writeMelody({
      random,
      song,
      motifs: section.name === 'middle' ? [answer, varyMotif(random, theme)] : [theme, answer],
      tessitura: cellist
        ? { low: 48, high: 67 }
        : section.energy > 0.9
          ? { low: 72, high: 91 }
          : { low: 69, high: 86 },
      from: section.from * 3,
      to: (section.from + section.bars) * 3 - (section.name === 'close' ? 3 : 0),
      rest: 0.04,
    })
    for (const note of line)
      (cellist ? low : top).play(
        note.beat,
        note.beats * (note.beats < 1 ? 0.8 : 0.97),
        note.pitch,
        force + 0.12 * note.weight,
      )
    // While the cello has the melody, the first violin sometimes holds a high note.
    if (cellist)
      for (let bar = section.from; bar < section.from + section.bars; bar += 2)
        top.play(bar * 3, 5.8, nearest(chordAt(song, bar * 3).root, 79), 0.3)
  }

  const place = (pan: number, notes: typeof top.notes) => notes.map(note => ({ ...note, pan }))
  return {
    parts: [
      { instrument: violin(), notes: place(-0.45, top.notes), level: -5, reverb: 0.34 },
      { instrument: violin(), notes: place(-0.15, upper.notes), level: -8, reverb: 0.34 },
      { instrument: viola(), notes: place(0.2, inner.notes), level: -8, reverb: 0.34 },
      { instrument: cello(), notes: place(0.45, low.notes), level: -5, reverb: 0.3 },
    ],
    space: { seconds: 2.3, damping: 5000, size: 1.05 },
    fadeIn: 0.005,
    fadeOut: 3,
  }
}
