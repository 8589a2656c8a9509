import { deepBass } from '../../instruments/basses.ts'
import { DRUM, drums } from '../../instruments/drums.ts'
import { electricPiano, feltPiano, kalimba, vibraphone } from '../../instruments/keyboards.ts'
import { airPad } from '../../instruments/pads.ts'
import { nylonGuitar, uprightBass } from '../../instruments/plucked-strings.ts'
import { vinylNoise } from '../../instruments/vinyl-noise.ts'
import { flute } from '../../instruments/winds-and-strings.ts'
import { drive, duck, filter, tremolo, wobble } from '../../mixing/effects.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Instrument, Score } from '../score.ts'

interface Variant {
  keys: () => Instrument
  tune: () => Instrument
  bass: () => Instrument
  wow: number
  lag: number
}

const variants: readonly Variant[] = [
  { keys: electricPiano, tune: nylonGuitar, bass: uprightBass, wow: 9, lag: 0.018 },
  { keys: feltPiano, tune: kalimba, bass: deepBass, wow: 13, lag: 0.014 },
  { keys: electricPiano, tune: vibraphone, bass: deepBass, wow: 4, lag: 0.024 },
]

const chords: readonly (readonly [ScaleName, string, string])[] = [
  ['major', '2:m9 7:13 0:maj9 9:m9', '5:maj9 4:m7 2:m9 7:9sus'],
  ['major', '5:maj9 4:m7 9:m9 0:maj9', '2:m9 4:m7 5:maj9 7:13'],
  ['minor', '0:m9 5:m9 8:maj9 7:7b9', '8:maj9 10:9sus 0:m9 3:maj9'],
  ['dorian', '0:m9 3:maj9 5:9 0:m11', '10:maj9 9:m7b5 8:maj9 7:7b9'],
  ['major', '0:maj9 9:7b9 2:m9 7:13', '5:maj9 5:m6 4:m7 9:7b9'],
]

/** Lo-fi hip hop: a laid-back beat, tape wobble and a wandering melody over jazz chords. */
export function composeLofi(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const variant = variants[recipe.variant % variants.length]!
  const [scale, first, second] = random.pick(chords)
  const song = harmony(recipe.tonic, scale, first, 4)
  const turn = harmony(recipe.tonic, scale, second, 4)
  const form = planForm(
    recipe.bars,
    4,
    'intro:1:0.3 tune:2:0.7 turn:1:0.8 tune:2:0.9 rest:1:0.35 tune:2:1 outro:1:0.4',
  )
  const songAt = (bar: number) => (['turn', 'rest'].includes(sectionAt(form, bar).name) ? turn : song)
  const clock = createClock(recipe.bpm, random.range(0.22, 0.34), 0.25)
  const kit = createPerformer(clock, random, 0.005)
  const late = createPerformer(clock, random, 0.007, variant.lag)
  const bass = createPerformer(clock, random, 0.008, 0.006)
  const keys = createPerformer(clock, random, 0.008, 0.004)
  const tune = createPerformer(clock, random, 0.016, 0.012)
  const bed = createPerformer(clock, random, 0.03)
  const voicings = new Map(
    [song, turn].map(part => [
      part,
      voiceChords(part.chords, { low: 52, high: 71, voices: 4, rootless: true }),
    ]),
  )
  const kickLines = [
    random.pick(['X.....x...X.....', 'X..x......X.....', 'X.......x.X.....']),
    random.pick(['X.....x...X..x..', 'X..x....-.X...x.']),
  ]
  const kicks: number[] = []

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 4
    const inSection = bar - section.from
    const here = songAt(bar)
    const chord = chordAt(here, beat)
    const voicing = voicings.get(here)![Math.floor(beat / 4) % here.chords.length]!
    if (section.energy > 0.5) {
      const line = kickLines[bar % 4 === 3 ? 1 : 0]!
      playDrumPattern(kit, beat, DRUM.kick, line, 0.95)
      for (let i = 0; i < 16; i++) if (line[i] !== '.') kicks.push(clock(beat + i / 4))
      playDrumPattern(
        late,
        beat,
        DRUM.snare,
        inSection % 4 === 3 ? '....X..-....X.-o' : '....X.......X...',
        0.85,
      )
      if (random.chance(0.4)) playDrumPattern(late, beat, DRUM.rim, '.......-..-.....', 0.7)
    }
    if (section.energy > 0.33)
      playDrumPattern(
        late,
        beat,
        DRUM.hat,
        random.pick(['x.o.x.o.x.o.x.o.', 'x.o.x-o.x.o.x.o-', 'x.o.xoo.x.o.x.o.']),
        0.62,
      )
    if (section.energy > 0.95) playDrumPattern(late, beat, DRUM.shaker, '-.o.-.o.-.o.-.o.', 0.6)

    // The chord is arpeggiated slightly, then repeated on an off-beat.
    const again = random.pick([1.5, 2.5, 2.75])
    for (const [v, pitch] of voicing.entries()) {
      keys.play(beat + v * 0.035, again - 0.2, pitch, 0.52 + 0.12 * section.energy, (v - 1.5) * 0.15)
      keys.play(beat + again + v * 0.02, 4 - again, pitch, 0.4 + 0.1 * section.energy, (v - 1.5) * 0.15)
    }
    if (section.energy > 0.35 || inSection >= 2) playBass(beat, section.energy)
    if (section.energy < 0.5 || section.energy > 0.95)
      for (const [v, pitch] of voicing.entries()) bed.play(beat, 4, pitch + 12, 0.45, (v - 1.5) * 0.5)

    function playBass(at: number, energy: number): void {
      const root = bassNote(chord, recipe.variant === 0 ? 33 : 31)
      const next = bassNote(chordAt(songAt(bar + 1), at + 4), recipe.variant === 0 ? 33 : 31)
      bass.play(at, 1.4, root, 0.85)
      if (energy > 0.5) bass.play(at + 1.5, 0.9, root + (random.chance(0.4) ? 12 : 7), 0.66)
      bass.play(at + 2.5, 1, random.chance(0.5) ? root : root + 7, 0.74)
      if (random.chance(0.55)) bass.play(at + 3.5, 0.45, next + random.pick([-1, 1, -2]), 0.62)
    }
  }

  const motifs = [
    drawMotif(
      random,
      random.pick([
        [0.5, 0.5, 0.75, 1.25, -1, 0.5, 0.5, 1, -2],
        [-0.5, 0.5, 0.5, 0.5, 1.5, 0.5, 1.5, -2.5],
        [0.75, 0.75, 1.5, -1, 0.5, 0.5, 2, -1],
      ]),
      0.35,
    ),
    drawMotif(
      random,
      random.pick([
        [-1, 0.25, 0.25, 0.5, 2, -0.5, 0.5, 1, -2],
        [1.5, 0.5, 2, -4],
      ]),
      0.35,
    ),
  ]
  for (const section of form) {
    if (section.name === 'intro' || section.name === 'outro') continue
    const line = writeMelody({
      random,
      song: songAt(section.from),
      motifs: section.name === 'tune' ? motifs : [motifs[1]!, motifs[0]!],
      tessitura: { low: 64, high: 83 },
      from: section.from * 4,
      to: (section.from + section.bars) * 4,
      rest: 0.3,
    })
    for (const note of line)
      tune.play(note.beat, note.beats * 0.9 + 0.2, note.pitch, 0.45 + 0.28 * note.weight, 0.15)
  }

  const seconds = clock(recipe.bars * 4) + 3
  return {
    parts: [
      {
        instrument: drums('dusty'),
        notes: [...kit.notes, ...late.notes],
        level: -6,
        reverb: 0.07,
        effects: [drive(1.7), filter('low', 7800)],
      },
      {
        instrument: variant.bass(),
        notes: bass.notes,
        level: recipe.variant === 0 ? -8 : -13,
        reverb: 0.02,
        effects: [duck(kicks, 0.3, 0.16)],
      },
      {
        instrument: variant.keys(),
        notes: keys.notes,
        level: [-7, -1, -6][recipe.variant % 3]!,
        reverb: 0.2,
        effects: [tremolo(0.28, 3.1), drive(1.25, 0.06), duck(kicks, 0.28, 0.22)],
      },
      {
        instrument: variant.tune(),
        notes: tune.notes,
        level: recipe.variant === 1 ? -3.5 : -4.5,
        reverb: 0.28,
        echo: 0.25,
      },
      {
        instrument: recipe.variant === 2 ? flute() : airPad(),
        notes: recipe.variant === 2 ? [] : bed.notes,
        level: -17,
        reverb: 0.5,
      },
      {
        instrument: vinylNoise(),
        notes: [{ at: 0, length: seconds, pitch: 0, velocity: 1 }],
        level: recipe.variant === 2 ? -14 : -9,
        reverb: 0,
      },
    ],
    space: { seconds: 1.5, damping: 3800, size: 0.8 },
    echo: { left: clock(0.75), right: clock(1.5), feedback: 0.35, tone: 2200 },
    effects: [wobble(variant.wow), filter('low', recipe.variant === 2 ? 13000 : 9000), drive(1.35, 0.04)],
    fadeIn: 0.3,
    fadeOut: 2.8,
  }
}
