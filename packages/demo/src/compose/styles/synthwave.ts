import { sawBass } from '../../instruments/basses.ts'
import { DRUM, drums } from '../../instruments/drums.ts'
import { bells } from '../../instruments/keyboards.ts'
import { pluckSynth, pulseLead, sawLead, softLead } from '../../instruments/leads.ts'
import { choirPad, sawPad, warmPad } from '../../instruments/pads.ts'
import { chorus, drive, duck, filter } from '../../mixing/effects.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Instrument, Score } from '../score.ts'

interface Variant {
  chords: readonly (readonly [ScaleName, string, string])[]
  lead: () => Instrument
  pad: () => Instrument
  bass: readonly string[]
  arp: readonly string[]
}

const variants: readonly Variant[] = [
  {
    chords: [
      ['minor', '0:m 8:maj 3:maj 10:maj', '8:maj7 10:maj 0:m7 3:add9'],
      ['minor', '0:madd9 5:m7 8:maj7 10:sus4', '3:add9 10:maj 5:m7 7:m7'],
      ['dorian', '0:m7 5:maj 3:maj7 10:maj', '8:maj7 10:maj 0:m9 0:m9'],
    ],
    lead: sawLead,
    pad: sawPad,
    bass: ['rrorrrorrrorrror', 'r.rrr.rrr.rrr.ro'],
    arp: ['0121032101210323', '0213021302130213'],
  },
  {
    chords: [
      ['major', '0:add9 9:m7 5:maj7 7:sus4', '5:add9 7:maj 4:m7 9:m7'],
      ['mixolydian', '0:add9 10:add9 5:add9 0:sus2', '5:maj 10:add9 0:add9 7:m7'],
      ['major', '9:m7 5:maj7 0:add9 7:maj', '5:maj7 4:m7 2:m7 7:9sus'],
    ],
    lead: pulseLead,
    pad: warmPad,
    bass: ['r..rr.r.r..rr.o.', 'r.r.o.r.r.r.o.f.'],
    arp: ['0.1.2.3.2.1.2.3.', '01.201.201.2013.'],
  },
  {
    chords: [
      ['minor', '0:m 0:m 8:maj 7:m', '5:m 8:maj 3:maj 10:maj'],
      ['phrygian', '0:m 1:maj 0:m 10:m', '8:maj 10:m 1:maj7 0:m'],
      ['harmonic', '0:m 5:m 8:maj 7:7', '3:maj 8:maj 5:m 7:7'],
    ],
    lead: softLead,
    pad: choirPad,
    bass: ['rrrrrrrrrrrrrrrr', 'r.rrr.rrr.rrr.fs'],
    arp: ['0123210301232103', '3210321032103210'],
  },
]

/** Synthwave: octave bass, gated drums, arpeggios and a lead melody. */
export function composeSynthwave(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const variant = variants[recipe.variant % variants.length]!
  const [scale, verseChords, chorusChords] = random.pick(variant.chords)
  const verse = harmony(recipe.tonic, scale, verseChords, 4)
  const refrain = harmony(recipe.tonic, scale, chorusChords, 4)
  const form = planForm(
    recipe.bars,
    4,
    'intro:2:0.4 verse:3:0.65 chorus:3:1 bridge:1:0.3 verse:2:0.75 chorus:3:1 outro:1:0.4',
  )
  const clock = createClock(recipe.bpm)
  const kit = createPerformer(clock, random, 0.002)
  const bass = createPerformer(clock, random, 0.002)
  const arp = createPerformer(clock, random, 0.002)
  const bed = createPerformer(clock, random, 0.01)
  const lead = createPerformer(clock, random, 0.008)
  const shine = createPerformer(clock, random, 0.008)
  const kicks: number[] = []
  const songAt = (bar: number) => (sectionAt(form, bar).name === 'chorus' ? refrain : verse)
  const voicings = new Map(
    [verse, refrain].map(song => [song, voiceChords(song.chords, { low: 52, high: 74, voices: 4 })]),
  )
  const bassLine = random.pick(variant.bass)
  const arpLine = random.pick(variant.arp)
  const kickLine = random.pick(['X...X...X...X...', 'X.....X.X.......', 'X...X...X...X.x.'])

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 4
    const inSection = bar - section.from
    const last = inSection === section.bars - 1
    const song = songAt(bar)
    const chord = chordAt(song, beat)
    const voicing = voicings.get(song)![Math.floor(beat / song.beats) % song.chords.length]!
    if (section.energy > 0.45) {
      playDrumPattern(kit, beat, DRUM.kick, kickLine)
      for (let i = 0; i < 16; i++) if (kickLine[i] !== '.') kicks.push(clock(beat + i / 4))
      playDrumPattern(kit, beat, DRUM.snare, '....X.......X...', 0.95)
      playDrumPattern(
        kit,
        beat,
        DRUM.hat,
        section.energy > 0.9 ? 'x-o-x-o-x-o-x-o-' : 'o...o...o...o...',
        0.7,
      )
      if (section.energy > 0.9) playDrumPattern(kit, beat, DRUM.openHat, '..............o.', 0.8)
      if (last)
        for (const [i, drum] of [DRUM.tomHigh, DRUM.tomHigh, DRUM.tomLow, DRUM.tomLow].entries())
          kit.play(beat + 3 + i * 0.25, 0.25, drum, 0.75)
    }
    if (inSection === 0 && section.energy > 0.6) kit.play(beat, 2, DRUM.crash, 0.7)
    if (section.name !== 'bridge' && !(section.name === 'intro' && inSection < 4)) {
      const root = bassNote(chord, 33)
      const pitches: Record<string, number> = { r: root, o: root + 12, f: root + 7, s: root + 10 }
      for (let i = 0; i < 16; i++) {
        const pitch = pitches[bassLine[i]!]
        if (pitch !== undefined) bass.play(beat + i / 4, 0.2, pitch, i % 4 === 0 ? 0.95 : 0.74)
      }
    }
    if (section.name !== 'outro' || inSection < 2) {
      for (let i = 0; i < 16; i++) {
        const step = Number(arpLine[i])
        if (Number.isNaN(step)) continue
        const lifted = section.energy > 0.9 && i >= 8 ? 12 : 0
        arp.play(
          beat + i / 4,
          0.22,
          voicing[step % voicing.length]! + 12 + lifted * (step === 3 ? 1 : 0),
          0.42 + 0.3 * (i % 4 === 0 ? 1 : 0.4),
          Math.sin(i * 1.7) * 0.55,
        )
      }
    }
    for (const [v, pitch] of voicing.entries())
      bed.play(beat, song.beats, pitch, 0.45 + 0.3 * section.energy, (v - 1.5) * 0.5)
    if (section.energy > 0.9 && inSection % 2 === 1) shine.play(beat + 3, 2, voicing.at(-1)! + 12, 0.5, 0.5)
  }

  const verseMotifs = [
    drawMotif(
      random,
      random.pick([
        [1.5, 0.5, 2, 1, 1, 2],
        [-1, 1, 1, 1, 2, 2],
        [2, 1.5, 0.5, 3, -1],
      ]),
      0.3,
    ),
  ]
  const big = [
    drawMotif(
      random,
      random.pick([
        [3, 1, 1.5, 1.5, 1],
        [1.5, 1.5, 1, 4],
        [2, 0.5, 0.5, 1, 3, 1],
      ]),
      0.45,
    ),
    drawMotif(random, [1.5, 1.5, 1, 1, 1, 2], 0.4),
  ]
  for (const section of form) {
    if (!['verse', 'chorus'].includes(section.name)) continue
    const grand = section.name === 'chorus'
    const line = writeMelody({
      random,
      song: grand ? refrain : verse,
      motifs: grand ? big : [...verseMotifs, big[1]!],
      tessitura: grand ? { low: 69, high: 86 } : { low: 62, high: 77 },
      from: section.from * 4 + (grand ? 0 : 8),
      to: (section.from + section.bars) * 4,
      rest: grand ? 0.05 : 0.35,
    })
    for (const note of line) lead.play(note.beat, note.beats * 0.95, note.pitch, grand ? 0.8 : 0.55)
  }

  const swell = (seconds: number) => 1800 + 1500 * Math.sin(seconds * 0.24 - 1.2)
  return {
    parts: [
      { instrument: drums('machine'), notes: kit.notes, level: -6, reverb: 0.13, effects: [drive(1.4)] },
      { instrument: sawBass(), notes: bass.notes, level: -8, reverb: 0, effects: [duck(kicks, 0.45, 0.2)] },
      {
        instrument: pluckSynth(),
        notes: arp.notes,
        level: -8,
        reverb: 0.2,
        echo: 0.35,
        effects: [chorus(0.6, 0.7)],
      },
      {
        instrument: variant.pad(),
        notes: bed.notes,
        level: -14,
        reverb: 0.35,
        effects: [filter('low', swell), filter('high', 160), duck(kicks, 0.35, 0.3)],
      },
      { instrument: variant.lead(), notes: lead.notes, level: -8, reverb: 0.3, echo: 0.35 },
      { instrument: bells(), notes: shine.notes, level: -8, reverb: 0.6, echo: 0.4 },
    ],
    space: { seconds: 2.6, damping: 6500, size: 1.1 },
    echo: { left: clock(0.75), right: clock(0.5), feedback: 0.42, tone: 4200 },
    effects: [drive(1.2)],
    fadeIn: 0.005,
    fadeOut: 3,
  }
}
