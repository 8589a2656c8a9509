import { rockBass } from '../../instruments/basses.ts'
import { DRUM, drums } from '../../instruments/drums.ts'
import { bells } from '../../instruments/keyboards.ts'
import { airPad, choirPad, stringPad } from '../../instruments/pads.ts'
import { electricGuitar } from '../../instruments/plucked-strings.ts'
import { violin } from '../../instruments/winds-and-strings.ts'
import { chorus, drive, filter, tremolo } from '../../mixing/effects.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Score } from '../score.ts'

const chords: readonly (readonly [ScaleName, string])[] = [
  ['major', '0:add9 9:m7 5:maj7 7:sus4'],
  ['major', '9:m7 5:maj7 0:add9 4:m7'],
  ['minor', '0:madd9 8:maj7 3:add9 10:sus4'],
  ['lydian', '0:add9 2:maj 9:m7 7:add9'],
  ['major', '5:maj7 0:add9 9:madd9 7:sus4'],
]

/** Post-rock: one long crescendo from a single guitar to the full band, and a short coda. */
export function composePostrock(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const [scale, symbols] = random.pick(chords)
  const song = harmony(recipe.tonic, scale, symbols, 8)
  const form = planForm(
    recipe.bars,
    4,
    'alone:2:0.2 second:2:0.45 build:3:0.65 hush:1:0.3 rise:2:0.8 summit:3:1 after:1:0.25',
  )
  const clock = createClock(recipe.bpm)
  const first = createPerformer(clock, random, 0.009)
  const second = createPerformer(clock, random, 0.011)
  const wall = createPerformer(clock, random, 0.006)
  const soar = createPerformer(clock, random, 0.006)
  const bass = createPerformer(clock, random, 0.006)
  const kit = createPerformer(clock, random, 0.006)
  const bed = createPerformer(clock, random, 0.05)
  const shine = createPerformer(clock, random, 0.012)
  const bowed = createPerformer(clock, random, 0.02)
  const voiced = voiceChords(song.chords, { low: 55, high: 76, voices: 4 })
  const picking = random.pick(['0.12.3.21.23.1.2', '01.2.3.1.2.13.2.', '0.2.1.3.0.2.3.12'])
  const answer = random.pick(['..3...2...3...1.', '....3.2.....3.2.', '3.......2..3....'])
  const kickLines = [random.pick(['X.....x.X.......', 'X..x..x.X.....x.']), 'X.x...x.X.x..x..']

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 4
    const inSection = bar - section.from
    const last = inSection === section.bars - 1
    const chord = chordAt(song, beat)
    const voicing = voiced[Math.floor(beat / song.beats) % voiced.length]!
    const growth = section.name === 'rise' || section.name === 'build' ? inSection / section.bars : 0
    const energy = Math.min(1, section.energy + growth * 0.2)
    for (let i = 0; i < 16; i++) {
      const step = Number(picking[i])
      if (!Number.isNaN(step)) first.play(beat + i / 4, 1.6, voicing[step]!, 0.45 + 0.25 * energy, -0.4)
      const reply = Number(answer[i])
      if (!Number.isNaN(reply) && section.name !== 'alone')
        second.play(beat + i / 4, 2, voicing[reply]! + 12, 0.4 + 0.25 * energy, 0.5)
    }
    if (energy > 0.4 && section.name !== 'hush') {
      const root = bassNote(chord, 28)
      const driven = energy > 0.75
      for (let i = 0; i < (driven ? 8 : 4); i++) {
        const length = driven ? 0.44 : 0.9
        const pitch = !driven && i === 3 ? root + 7 : last && i === (driven ? 7 : 3) ? root + 2 : root
        bass.play(beat + (driven ? i / 2 : i), length, pitch, i === 0 ? 0.9 : 0.75)
      }
    }
    if (energy > 0.55) playDrums(beat, energy, inSection, last)
    if (bar % 2 === 0) {
      for (const [v, pitch] of voicing.entries())
        bed.play(beat, 8, pitch - (v === 0 ? 12 : 0), 0.35 + 0.4 * energy, (v - 1.5) * 0.5)
    }
    if (section.name === 'summit') {
      const root = bassNote(chord, 40)
      for (const pitch of [root, root + 7, root + 12, voicing[1]!])
        for (let i = 0; i < 8; i++)
          wall.play(beat + i / 2, 0.52, pitch, i % 2 ? 0.7 : 0.85, pitch % 2 ? -0.8 : 0.8)
    }
    if (energy > 0.9 || section.name === 'second')
      for (const i of [0, 1.5, 3])
        shine.play(beat + i, 1.5, voicing[i === 1.5 ? 2 : 3]! + 12, 0.3 + 0.25 * energy, 0.3)
  }

  function playDrums(beat: number, energy: number, inSection: number, last: boolean): void {
    if (last) {
      playDrumPattern(kit, beat, DRUM.snare, 'o.o.oooo', 0.5 + 0.4 * energy, 0.25)
      playDrumPattern(kit, beat + 2, DRUM.tomHigh, 'xxoo', 0.9)
      playDrumPattern(kit, beat + 3, DRUM.tomLow, 'xxxX', 0.9)
      playDrumPattern(kit, beat, DRUM.kick, 'X...x...x.x.x.x.', 0.9)
      return
    }
    playDrumPattern(kit, beat, DRUM.kick, kickLines[energy > 0.85 ? 1 : 0]!)
    playDrumPattern(
      kit,
      beat,
      DRUM.snare,
      energy > 0.95 ? '....X..-....X-.-' : '....x.......x...',
      0.6 + 0.4 * energy,
    )
    playDrumPattern(kit, beat, energy > 0.85 ? DRUM.ride : DRUM.hat, 'x.o.x.o.x.o.x.o.', 0.75)
    if (energy > 0.95) playDrumPattern(kit, beat, DRUM.crash, 'x...............', 0.8)
    if (inSection === 0) kit.play(beat, 3, DRUM.crash, 0.9)
  }

  const motif = drawMotif(
    random,
    random.pick([
      [2, 1, 1, 3, -1],
      [1.5, 1.5, 1, 4],
      [3, 1, 2, 2],
    ]),
    0.4,
  )
  const motifs = [motif, drawMotif(random, [2, 2, 1, 3], 0.5)]
  for (const section of form) {
    if (section.energy < 0.6) continue
    const line = writeMelody({
      random,
      song,
      motifs,
      tessitura: section.name === 'summit' ? { low: 71, high: 88 } : { low: 66, high: 81 },
      from: section.from * 4,
      to: (section.from + section.bars) * 4,
      rest: 0.1,
    })
    for (const note of line) {
      if (section.name === 'summit') {
        // Strings double the melody while a guitar tremolo-picks it in sixteenths.
        for (let t = 0; t < note.beats - 0.05; t += 0.25)
          soar.play(note.beat + t, 0.3, note.pitch, 0.62 + (t === 0 ? 0.15 : 0), 0.15)
        bowed.play(note.beat, note.beats, note.pitch, 0.75, -0.2)
      } else bowed.play(note.beat, note.beats * 0.97, note.pitch, 0.35 + 0.3 * section.energy, -0.2)
    }
  }

  return {
    parts: [
      {
        instrument: electricGuitar(),
        notes: first.notes,
        level: -1.5,
        reverb: 0.3,
        echo: 0.3,
        effects: [chorus(0.5, 0.4), drive(1.3)],
      },
      {
        instrument: electricGuitar(),
        notes: second.notes,
        level: 4,
        reverb: 0.45,
        echo: 0.5,
        effects: [tremolo(0.3, 4.2, 0.4)],
      },
      {
        instrument: electricGuitar(),
        notes: wall.notes,
        level: -9,
        reverb: 0.22,
        effects: [filter('low', 2600), drive(9, 0.05), filter('low', 4200), filter('high', 110)],
      },
      {
        instrument: electricGuitar(),
        notes: soar.notes,
        level: -10,
        reverb: 0.5,
        echo: 0.35,
        effects: [drive(5), filter('low', 5200), filter('high', 300)],
      },
      { instrument: rockBass(), notes: bass.notes, level: -9.5, reverb: 0.03 },
      { instrument: drums('rock'), notes: kit.notes, level: -5.5, reverb: 0.2 },
      {
        instrument: recipe.variant === 1 ? choirPad(1.5, 2.5) : stringPad(1.5, 2),
        notes: bed.notes,
        level: -13,
        reverb: 0.5,
      },
      {
        instrument: recipe.variant === 1 ? airPad(0.4, 2) : bells(),
        notes: shine.notes,
        level: -8,
        reverb: 0.6,
      },
      { instrument: violin(), notes: bowed.notes, level: -12, reverb: 0.5 },
    ],
    space: { seconds: recipe.variant === 1 ? 4.8 : 3.6, damping: 4800, size: 1.3 },
    echo: { left: clock(0.75), right: clock(1), feedback: 0.45, tone: 3000 },
    effects: [drive(1.2)],
    fadeIn: 0.1,
    fadeOut: 4.5,
  }
}
