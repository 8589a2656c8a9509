import { deepBass, roundBass, sawBass } from '../../instruments/basses.ts'
import { DRUM, drums } from '../../instruments/drums.ts'
import { electricPiano } from '../../instruments/keyboards.ts'
import { softLead, stab } from '../../instruments/leads.ts'
import { airPad, organPad, stringPad, warmPad } from '../../instruments/pads.ts'
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
  chords: readonly (readonly [ScaleName, string])[]
  beats: number
  comp: readonly string[]
  bassLines: readonly string[]
  keys: () => Instrument
  bed: () => Instrument
  bass: () => Instrument
  kit: 'house' | 'machine'
}

/** Bass lines in sixteenths: r root, o octave, f fifth, s seventh, a approach from a step below the next root. */
const variants: readonly Variant[] = [
  {
    chords: [
      ['dorian', '0:m9 5:9 0:m9 10:maj9'],
      ['minor', '0:m9 8:maj9 5:m9 7:m7'],
      ['dorian', '2:m9 0:m9 3:maj9 5:9'],
    ],
    beats: 8,
    comp: ['..x..x....x..x..', 'x..x..x...x.....', '...x..x....x..x.'],
    bassLines: ['r..r..o...r.s.a.', 'r.....r.o..f..a.', '..r...r.r..o..s.'],
    keys: electricPiano,
    bed: warmPad,
    bass: roundBass,
    kit: 'house',
  },
  {
    chords: [
      ['minor', '0:m7 0:m7 8:maj7 0:m7'],
      ['phrygian', '0:m7 1:maj7 0:m7 10:m7'],
      ['dorian', '0:m11 0:m11 5:9sus 0:m11'],
    ],
    beats: 8,
    comp: ['...x......x.....', '..x..x..x.......', 'x.....x.....x..x'],
    bassLines: ['..rr..rr..ro..rr', '..r...r...r..or.', 'r.r..r.r..r.r.or'],
    keys: stab,
    bed: airPad,
    bass: deepBass,
    kit: 'machine',
  },
  {
    chords: [
      ['major', '5:maj9 4:m7 2:m9 7:13'],
      ['dorian', '0:m9 3:maj9 8:maj7 7:7b9'],
      ['major', '2:m9 7:13 0:maj9 9:m9'],
    ],
    beats: 4,
    comp: ['x..x..x...x..x..', '..x...x...x..xx.', 'x..x...x..x.x...'],
    bassLines: ['r.o.r.o.r.o.f.o.', 'r..or.o.r..oa.o.', 'r.o.ror.r.o.s.a.'],
    keys: organPad,
    bed: stringPad,
    bass: sawBass,
    kit: 'house',
  },
]

/** House: four on the floor, chord stabs, an off-beat bass, and a breakdown before the drop. */
export function composeHouse(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const variant = variants[recipe.variant % variants.length]!
  const [scale, symbols] = random.pick(variant.chords)
  const song = harmony(recipe.tonic, scale, symbols, variant.beats)
  const form = planForm(
    recipe.bars,
    4,
    'intro:2:0.35 groove:3:0.7 song:4:0.9 break:2:0.3 drop:4:1 outro:2:0.45',
  )
  const clock = createClock(recipe.bpm, random.range(0.08, 0.2), 0.25)
  const kit = createPerformer(clock, random, 0.0025)
  const hats = createPerformer(clock, random, 0.004)
  const bass = createPerformer(clock, random, 0.004)
  const keys = createPerformer(clock, random, 0.006)
  const bed = createPerformer(clock, random, 0.02)
  const lead = createPerformer(clock, random, 0.012)
  const kicks: number[] = []
  const comp = random.pick(variant.comp)
  const compLift = random.pick(variant.comp)
  const bassLine = random.pick(variant.bassLines)
  const perc = random.pick(['..-..o..-..o..-.', '...o..-...o..-..', '-..o..o.....o...'])
  const voiced = voiceChords(song.chords, { low: 52, high: 72, voices: 4, rootless: true })

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 4
    const inSection = bar - section.from
    const last = inSection === section.bars - 1
    const still = section.name === 'break'
    if (!still) {
      const pattern = last && section.name !== 'outro' ? 'X...X...X.....x.' : 'X...X...X...X...'
      playDrumPattern(kit, beat, DRUM.kick, pattern)
      for (let i = 0; i < 16; i++) if (pattern[i] === 'X') kicks.push(clock(beat + i / 4))
      if (section.energy > 0.5)
        playDrumPattern(kit, beat, DRUM.clap, last ? '....X.......X.-x' : '....X.......X...', 0.8)
      playDrumPattern(hats, beat, DRUM.openHat, '..x...x...x...x.', 0.55 + 0.3 * section.energy)
    }
    if (section.energy > 0.4 || still)
      playDrumPattern(hats, beat, DRUM.hat, 'o-.-o-.-o-.-o-.-', still ? 0.4 : 0.7)
    if (section.energy > 0.6) playDrumPattern(hats, beat, DRUM.shaker, 'o-x-o-x-o-x-o-x-', 0.7)
    if (section.energy > 0.6) playDrumPattern(hats, beat, DRUM.rim, perc, 0.6)
    if (inSection === 0 && section.energy > 0.6) kit.play(beat, 2, DRUM.crash, 0.6)
    if (still && last) for (let i = 0; i < 16; i++) kit.play(beat + i / 4, 0.25, DRUM.snare, 0.2 + 0.045 * i)

    const chord = chordAt(song, beat)
    const voicing = voiced[Math.floor(beat / song.beats) % voiced.length]!
    if (section.name !== 'intro' || inSection >= section.bars / 2) {
      const pattern = inSection % 4 === 3 ? compLift : comp
      for (let i = 0; i < 16; i++) {
        if (pattern[i] !== 'x') continue
        const length = pattern[(i + 1) % 16] === 'x' ? 0.22 : random.pick([0.3, 0.45, 0.7])
        for (const [v, pitch] of voicing.entries())
          keys.play(beat + i / 4, length, pitch, 0.5 + 0.25 * section.energy, (v - 1.5) * 0.2)
      }
    }
    if (!still || inSection >= section.bars / 2) playBass(bassLine, beat, bar, section.energy)
    if ((still || section.energy > 0.85) && beat % song.beats === 0) {
      for (const [v, pitch] of voicing.entries())
        bed.play(beat, song.beats, pitch, still ? 0.75 : 0.5, (v - 1.5) * 0.5)
      bed.play(beat, song.beats, bassNote(chord, 48), 0.5)
    }
  }

  function playBass(line: string, beat: number, bar: number, energy: number): void {
    const chord = chordAt(song, beat)
    const root = bassNote(chord, 31)
    const next = bassNote(chordAt(song, beat + 4), 31)
    const seventh = chord.tones.find(tone => tone === 10 || tone === 11) ?? 12
    const pitches: Record<string, number> = {
      r: root,
      o: root + 12,
      f: root + 7,
      s: root + seventh,
      a: next - 1,
    }
    for (let i = 0; i < 16; i++) {
      const pitch = pitches[line[i]!]
      if (pitch === undefined || (line[i] === 'a' && bar % 2 === 0)) continue
      const gap = [1, 2, 3, 4].find(k => line[(i + k) % 16] !== '.') ?? 4
      bass.play(
        beat + i / 4,
        Math.min(gap, 3) * 0.25 * 0.85,
        pitch,
        (i % 4 === 0 ? 0.9 : 0.78) * (0.8 + 0.2 * energy),
      )
    }
  }

  const motifs = [
    drawMotif(
      random,
      random.pick([
        [1, 0.5, 0.5, 1, -1, 0.75, 0.75, 2.5],
        [0.75, 0.75, 0.5, -1, 1.5, 0.5, -3],
        [1.5, 0.5, 1, 1, -4],
      ]),
    ),
    drawMotif(random, [0.5, 0.5, 1, 2, -4], 0.4),
  ]
  for (const section of form.filter(
    part => part.name === 'song' || part.name === 'drop' || part.name === 'break',
  )) {
    const line = writeMelody({
      random,
      song,
      motifs,
      tessitura: { low: 64, high: 81 },
      from: section.from * 4 + (section.name === 'song' ? 16 : 0),
      to: (section.from + section.bars) * 4,
      rest: recipe.variant === 1 ? 0.6 : 0.25,
    })
    for (const note of line) lead.play(note.beat, note.beats * 0.9, note.pitch, note.weight * 0.8, 0.1)
  }

  const opening = sweepUp(
    form.map(section => [
      clock(section.from * 4),
      section.name === 'intro' || section.name === 'break' ? 500 : 2200 + 2600 * section.energy,
    ]),
    clock(recipe.bars * 4),
  )
  return {
    parts: [
      { instrument: drums(variant.kit), notes: kit.notes, level: -4, reverb: 0.05, effects: [drive(1.3)] },
      { instrument: drums(variant.kit), notes: hats.notes, level: 0, reverb: 0.08 },
      {
        instrument: variant.bass(),
        notes: bass.notes,
        level: recipe.variant === 1 ? -12 : -9.5,
        reverb: 0,
        effects: [duck(kicks, 0.55, 0.22)],
      },
      {
        instrument: variant.keys(),
        notes: keys.notes,
        level: [-7, -2.5, -9.5][recipe.variant % 3]!,
        reverb: 0.22,
        echo: 0.18,
        effects: [filter('low', opening, 0.2), chorus(0.6, 0.5), duck(kicks, 0.4, 0.25)],
      },
      {
        instrument: variant.bed(),
        notes: bed.notes,
        level: -13,
        reverb: 0.5,
        effects: [filter('high', 180), duck(kicks, 0.6, 0.3)],
      },
      { instrument: softLead(), notes: lead.notes, level: -11, reverb: 0.35, echo: 0.4 },
    ],
    space: { seconds: 1.9, damping: 5200, size: 0.9 },
    echo: { left: clock(0.75), right: clock(1), feedback: 0.48, tone: 3200 },
    effects: [drive(1.15)],
    fadeIn: 0.005,
    fadeOut: 2.2,
  }
}

/** Filter cutoff in Hz that glides through the given points of [share of the piece, cutoff]. */
function sweepUp(points: (readonly [number, number])[], end: number): (seconds: number) => number {
  return seconds => {
    let i = 0
    while (i + 1 < points.length && points[i + 1]![0] <= seconds) i++
    const [from, low] = points[i]!
    const [to, high] = points[i + 1] ?? [end, 500]
    const share = Math.max(0, Math.min(1, (seconds - from) / Math.max(0.1, to - from)))
    return low * (high / low) ** (share * share * share)
  }
}
