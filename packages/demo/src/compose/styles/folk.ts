import { DRUM, drums } from '../../instruments/drums.ts'
import { celesta } from '../../instruments/keyboards.ts'
import { choirPad, stringPad } from '../../instruments/pads.ts'
import { harp, nylonGuitar, steelGuitar, uprightBass } from '../../instruments/plucked-strings.ts'
import { cello, clarinet, fiddle, flute, whistle } from '../../instruments/winds-and-strings.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, nearest, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, type MelodyNote, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Instrument, Score } from '../score.ts'

interface Variant {
  verse: readonly (readonly [ScaleName, string, string])[]
  guitar: () => Instrument
  lead: () => Instrument
  second: () => Instrument
  bed: () => Instrument
  /** Eighths of a 3/4 bar: b bass, f fifth, 1 2 3 the strings from low to high, and . for none. */
  picking: readonly string[]
  rhythms: readonly (readonly number[])[]
  beat: readonly [string, string]
}

const variants: readonly Variant[] = [
  {
    verse: [
      ['major', '0:add9 5:maj7 9:m7 7:sus4', '5:maj7 0:add9 2:m7 7:sus4'],
      ['major', '0:maj 9:m7 5:add9 0:maj', '9:m7 5:maj7 0:add9 7:sus4'],
      ['mixolydian', '0:maj 10:add9 5:add9 0:sus2', '5:add9 0:maj 10:add9 7:m7'],
    ],
    guitar: steelGuitar,
    lead: clarinet,
    second: cello,
    bed: stringPad,
    picking: ['b.2.3.', 'b12f32', 'b.213.', 'b1f23.'],
    rhythms: [
      [2, 1, 3, 1, 1, 1, 3],
      [1, 1, 1, 2, 1, 2, 1, 3],
      [3, 2, 1, 1.5, 0.5, 1, 3],
    ],
    beat: ['o.....', '..-.-.'],
  },
  {
    verse: [
      ['dorian', '0:m 10:maj 0:m 5:maj', '3:maj 10:maj 5:maj 0:m'],
      ['mixolydian', '0:maj 0:maj 10:maj 5:maj', '0:maj 7:m 10:maj 0:maj'],
      ['major', '0:maj 5:maj 0:maj 7:maj', '9:m 5:maj 7:maj 0:maj'],
    ],
    guitar: steelGuitar,
    lead: fiddle,
    second: whistle,
    bed: stringPad,
    picking: ['b1312.', 'b.3f3.', 'b13f12'],
    rhythms: [
      [0.5, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
      [1, 0.5, 0.5, 0.5, 0.5, 1, 0.5, 1.5],
      [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 0.5, 1.5],
    ],
    beat: ['x--o-o', 'o.xo.x'],
  },
  {
    verse: [
      ['harmonic', '0:madd9 5:m7 7:7 0:m', '8:maj7 3:maj 5:m6 7:7'],
      ['minor', '0:m7 8:maj7 5:m7 7:m7', '3:add9 10:6 8:maj7 7:7'],
      ['major', '0:add9 4:m7 5:maj7 5:m6', '9:m7 4:m7 2:m7 7:9sus'],
    ],
    guitar: nylonGuitar,
    lead: flute,
    second: celesta,
    bed: choirPad,
    picking: ['b.1.2.', 'b.2.3.', 'b12321', 'b1232.'],
    rhythms: [
      [3, 2, 1, 3, -3],
      [1.5, 0.5, 1, 2, 1, 3, -3],
      [2, 1, 2, 1, 3, -3],
    ],
    beat: ['......', '......'],
  },
]

/** Fingerpicked strings in 3/4, verses and choruses, and a second voice in harmony. */
export function composeFolk(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const variant = variants[recipe.variant % variants.length]!
  const [scale, verseChords, chorusChords] = random.pick(variant.verse)
  const verse = harmony(recipe.tonic, scale, verseChords, 6)
  const chorus = harmony(recipe.tonic, scale, chorusChords, 6)
  const form = planForm(
    recipe.bars,
    8,
    'intro:1:0.35 verse:2:0.55 chorus:1:0.8 verse:2:0.7 chorus:2:1 coda:1:0.4',
  )
  const clock = createClock(recipe.bpm, recipe.variant === 1 ? 0.08 : 0, 0.5)
  const guitar = createPerformer(clock, random, 0.009)
  const low = createPerformer(clock, random, 0.01)
  const bed = createPerformer(clock, random, 0.05)
  const percussion = createPerformer(clock, random, 0.01)
  const lead = createPerformer(clock, random, 0.018, 0.01)
  const second = createPerformer(clock, random, 0.02, 0.014)
  const range = { low: 52, high: 69, voices: 3 }
  const voicings = new Map([verse, chorus].map(part => [part, voiceChords(part.chords, range)]))
  const songAt = (bar: number) => (sectionAt(form, bar).name === 'chorus' ? chorus : verse)
  const pickings = [random.pick(variant.picking), random.pick(variant.picking)]

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 3
    const song = songAt(bar)
    const chord = chordAt(song, beat)
    const strings = voicings.get(song)![Math.floor(beat / song.beats) % song.chords.length]!
    const root = bassNote(chord, 40)
    if (bar === recipe.bars - 1) {
      ;[root, ...strings].forEach((pitch, i) => {
        guitar.play(beat + i * 0.14, 4, pitch, 0.6)
      })
      continue
    }
    const picking = pickings[bar % 4 === 3 ? 1 : 0]!
    for (let i = 0; i < 6; i++) {
      const place = picking[i]!
      const pitch =
        place === 'b'
          ? root
          : place === 'f'
            ? nearest((chord.root + 7) % 12, root + 5)
            : strings[Number(place) - 1]
      if (pitch === undefined) continue
      const force = (place === 'b' ? 0.72 : 0.52) + 0.16 * section.energy + (i === 0 ? 0.06 : 0)
      guitar.play(beat + i / 2, place === 'b' ? 2.8 : 1.8, pitch, force)
      if (section.energy > 0.9 && i === 0)
        for (const [k, each] of strings.entries()) guitar.play(beat + 0.02 * (k + 1), 1.5, each, 0.45)
    }
    if (section.energy > 0.5) low.play(beat, 2.6, bassNote(chord, 28), 0.6 + 0.2 * section.energy)
    if (section.energy > 0.6 && bar % 2 === 0)
      for (const [v, pitch] of strings.entries())
        bed.play(beat, 6, pitch + (v === 2 ? 12 : 0), 0.4 + 0.25 * section.energy, (v - 1) * 0.6)
    if (section.energy > 0.65 || recipe.variant === 1) {
      playDrumPattern(percussion, beat, DRUM.kick, variant.beat[0], 0.6 + 0.4 * section.energy, 0.5)
      if (section.energy > 0.65)
        playDrumPattern(
          percussion,
          beat,
          recipe.variant === 1 ? DRUM.conga : DRUM.shaker,
          variant.beat[1],
          0.8,
          0.5,
        )
      if (section.energy > 0.9) playDrumPattern(percussion, beat, DRUM.tambourine, '..-.x.', 0.8, 0.5)
    }
  }

  const rhythm = random.pick(variant.rhythms)
  const motifs = [drawMotif(random, rhythm, 0.32), drawMotif(random, random.pick(variant.rhythms), 0.32)]
  const lift = [drawMotif(random, random.pick(variant.rhythms), 0.45), motifs[0]!]
  for (const section of form) {
    if (section.name === 'intro' || section.name === 'coda') continue
    const song = section.name === 'chorus' ? chorus : verse
    const tessitura = section.name === 'chorus' ? { low: 67, high: 84 } : { low: 64, high: 79 }
    const line = writeMelody({
      random,
      song,
      motifs: section.name === 'chorus' ? lift : motifs,
      tessitura,
      from: section.from * 3,
      to: (section.from + section.bars) * 3,
      rest: 0.08,
    })
    for (const note of line)
      lead.play(note.beat, note.beats * 0.94, note.pitch, 0.5 + 0.3 * note.weight, -0.12)
    if (section.energy > 0.65) harmonise(line, section.energy > 0.9)
  }

  /** Second voice below the melody, on chord tones, under the longer notes. */
  function harmonise(line: readonly MelodyNote[], full: boolean): void {
    for (const note of line) {
      if (note.beats < (full ? 0.9 : 1.9)) continue
      const chord = chordAt(songAt(Math.floor(note.beat / 3)), note.beat)
      const under = chord.tones
        .map(tone => nearest((chord.root + tone) % 12, note.pitch - 5))
        .filter(pitch => pitch < note.pitch - 2)
      if (under.length > 0)
        second.play(
          note.beat,
          note.beats * 0.92,
          Math.max(...under) - (recipe.variant === 0 ? 12 : 0),
          0.5,
          0.3,
        )
    }
  }

  return {
    parts: [
      { instrument: variant.guitar(), notes: guitar.notes, level: -2, reverb: 0.16 },
      {
        instrument: recipe.variant === 2 ? harp() : uprightBass(),
        notes: low.notes,
        level: recipe.variant === 2 ? -9 : -7,
        reverb: 0.06,
      },
      { instrument: variant.bed(), notes: bed.notes, level: -17, reverb: 0.5 },
      { instrument: drums('hand'), notes: percussion.notes, level: -8, reverb: 0.14 },
      { instrument: variant.lead(), notes: lead.notes, level: recipe.variant === 2 ? -13 : -10, reverb: 0.3 },
      {
        instrument: variant.second(),
        notes: second.notes,
        level: [-16, -12, -5][recipe.variant % 3]!,
        reverb: 0.35,
      },
    ],
    space: { seconds: 2, damping: 5600, size: 0.95 },
    fadeIn: 0.005,
    fadeOut: 3,
  }
}
