import { DRUM, drums } from '../../instruments/drums.ts'
import { dronePad } from '../../instruments/pads.ts'
import { harp, kotoStrings, nylonGuitar } from '../../instruments/plucked-strings.ts'
import { flute } from '../../instruments/winds-and-strings.ts'
import type { Random } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Score } from '../score.ts'

const chords: readonly (readonly [ScaleName, string])[] = [
  ['harmonic', '0:m 0:m 5:m 7:7 0:m 8:maj 7:7 0:m'],
  ['phrygian', '0:m 1:maj 0:m 10:m 0:m 1:maj 10:m 0:m'],
  ['harmonic', '0:m 7:7 8:maj 7:7 5:m 0:m 7:7 0:m'],
]

/** Middle Eastern ensemble: drone, plucked strings, an answering flute and hand drums. */
export function composePluckedEnsemble(recipe: Recipe, random: Random): Score {
  const [scale, symbols] = random.pick(chords)
  const song = harmony(recipe.tonic, scale, symbols, 6)
  const form = planForm(recipe.bars, 4, 'free:1:0.25 ask:2:0.55 answer:2:0.75 dance:3:1 free:1:0.35')
  const clock = createClock(recipe.bpm, 0.06, 0.5)
  const strings = createPerformer(clock, random, 0.012)
  const deep = createPerformer(clock, random, 0.012)
  const wind = createPerformer(clock, random, 0.02, 0.015)
  const percussion = createPerformer(clock, random, 0.008)
  const drone = createPerformer(clock, random, 0.05)
  const voiced = voiceChords(song.chords, { low: 55, high: 72, voices: 3 })
  const figure = random.pick(['0.2012', '0.1.21', '01.2.1'])

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 3
    const chord = chordAt(song, beat)
    const voicing = voiced[Math.floor(beat / 6) % voiced.length]!
    if (bar % 4 === 0)
      for (const pitch of [36 + recipe.tonic, 43 + recipe.tonic])
        drone.play(beat, 12, pitch, 0.55, pitch % 2 ? 0.3 : -0.3)
    deep.play(beat, 2.6, bassNote(chord, 40), 0.7)
    if (section.name === 'free') {
      for (const [i, pitch] of voicing.entries()) deep.play(beat + 0.5 + i * 0.4, 3, pitch, 0.45)
      continue
    }
    for (let i = 0; i < 6; i++) {
      const pitch = voicing[Number(figure[i])]
      if (pitch !== undefined) deep.play(beat + i / 2, 0.9, pitch, 0.42 + 0.2 * section.energy)
    }
    if (section.energy > 0.5) {
      playDrumPattern(percussion, beat, DRUM.kick, 'x..-o.', 0.9, 0.5)
      playDrumPattern(
        percussion,
        beat,
        DRUM.conga,
        section.energy > 0.9 ? '.-x-.x-.o-x-' : '..x..o',
        0.8,
        section.energy > 0.9 ? 0.25 : 0.5,
      )
      if (section.energy > 0.9) playDrumPattern(percussion, beat, DRUM.tambourine, '..x..x', 0.7, 0.5)
    }
  }
  const ask = [
    drawMotif(
      random,
      random.pick([
        [1, 0.5, 0.5, 0.5, 0.5, 3, -3],
        [1.5, 0.5, 0.5, 0.5, 2, 1, -3],
      ]),
      0.3,
    ),
    drawMotif(random, [0.5, 0.5, 0.5, 0.5, 1, 2, 1, -3], 0.3),
  ]
  const dance = [
    drawMotif(random, [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 0.5, 0.5, 1], 0.25),
    drawMotif(random, [1, 0.5, 0.5, 1, 0.5, 0.5, 2], 0.3),
  ]
  for (const section of form) {
    if (section.name === 'free' && section.from === 0) continue
    const busy = section.name === 'dance'
    const line = writeMelody({
      random,
      song,
      motifs: busy ? dance : ask,
      tessitura: { low: 67, high: busy ? 86 : 81 },
      from: section.from * 3,
      to: (section.from + section.bars) * 3,
      rest: section.name === 'free' ? 0.5 : 0.1,
    })
    for (const note of line) {
      if (section.name === 'ask' || busy)
        strings.play(note.beat, note.beats, note.pitch, 0.5 + 0.25 * note.weight, -0.35)
      if (section.name !== 'ask') {
        // Grace note from above before long notes.
        const turned = note.beats >= 1.5
        if (turned)
          wind.play(
            note.beat - 0.12,
            0.12,
            note.pitch + (song.scale.includes((note.pitch + 1 - song.tonic + 120) % 12) ? 1 : 2),
            0.5,
            0.25,
          )
        wind.play(note.beat, note.beats * 0.95, note.pitch, 0.5 + 0.25 * note.weight, 0.25)
      }
    }
  }
  return {
    parts: [
      { instrument: kotoStrings(), notes: strings.notes, level: -6, reverb: 0.3 },
      { instrument: random.chance(0.5) ? harp() : nylonGuitar(), notes: deep.notes, level: -6, reverb: 0.25 },
      { instrument: flute(), notes: wind.notes, level: -7, reverb: 0.4, echo: 0.12 },
      { instrument: drums('hand'), notes: percussion.notes, level: -6, reverb: 0.2 },
      { instrument: dronePad(2, 3), notes: drone.notes, level: -16, reverb: 0.3 },
    ],
    space: { seconds: 2.6, damping: 4800, size: 1.1 },
    echo: { left: clock(1), right: clock(1.5), feedback: 0.35, tone: 2400 },
    fadeIn: 0.01,
    fadeOut: 3.5,
  }
}
