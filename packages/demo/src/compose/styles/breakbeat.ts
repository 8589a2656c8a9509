import { deepBass, reeseBass } from '../../instruments/basses.ts'
import { DRUM, drums } from '../../instruments/drums.ts'
import { bells, electricPiano } from '../../instruments/keyboards.ts'
import { softLead } from '../../instruments/leads.ts'
import { airPad, choirPad, warmPad } from '../../instruments/pads.ts'
import { drive, duck, filter } from '../../mixing/effects.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Score } from '../score.ts'

const chords: readonly (readonly [ScaleName, string])[] = [
  ['minor', '0:m9 8:maj9 3:maj9 10:9sus'],
  ['dorian', '0:m9 5:9 10:maj9 3:maj9'],
  ['minor', '8:maj9 7:m7 0:m9 0:m11'],
  ['minor', '5:m9 3:maj9 8:maj9 0:m9'],
]

/** Kick and snare of one bar, ghost notes included. */
const breakbeats: readonly (readonly [string, string])[] = [
  ['X.........X.....', '....X..-.-..X..-'],
  ['X.X.......X..x..', '....X..-.-..X...'],
  ['X.....x...X.....', '....X-.-....X-.-'],
  ['X..x......X.x...', '..-.X..-.-..X..o'],
]

const bassRhythms = ['x.....x...x.....', 'x..x..x.....x.x.', 'x.......x..x....', 'x.x...x...x..x..'] as const

/** Drum and bass: fast breakbeats under slow, wide chords. */
export function composeBreakbeat(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const liquid = recipe.variant === 1
  const [scale, symbols] = random.pick(chords)
  const song = harmony(recipe.tonic, scale, symbols, 16)
  const form = planForm(recipe.bars, 8, 'intro:2:0.35 drop:4:0.85 break:2:0.25 drop2:5:1 outro:1:0.5')
  const clock = createClock(recipe.bpm, 0.06, 0.25)
  const kit = createPerformer(clock, random, 0.002)
  const hats = createPerformer(clock, random, 0.003)
  const sub = createPerformer(clock, random, 0.002)
  const reese = createPerformer(clock, random, 0.002)
  const bed = createPerformer(clock, random, 0.03)
  const keys = createPerformer(clock, random, 0.006)
  const tune = createPerformer(clock, random, 0.012)
  const kicks: number[] = []
  const voiced = voiceChords(song.chords, { low: 52, high: 74, voices: 4, rootless: true })
  const beatsA = random.pick(breakbeats)
  const beatsB = random.pick(breakbeats)
  const bassA = random.pick(bassRhythms)
  const bassB = random.pick(bassRhythms)

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 4
    const inSection = bar - section.from
    const chord = chordAt(song, beat)
    const voicing = voiced[Math.floor(beat / song.beats) % voiced.length]!
    const dropped = section.name.startsWith('drop') || (section.name === 'outro' && inSection < 4)
    if (dropped) {
      const [kick, snare] = inSection % 4 === 3 ? beatsB : beatsA
      const fill = inSection % 8 === 7
      playDrumPattern(kit, beat, DRUM.kick, kick)
      for (let i = 0; i < 16; i++) if (kick[i] !== '.') kicks.push(clock(beat + i / 4))
      playDrumPattern(kit, beat, DRUM.snare, fill ? '....X..-X.oX-oXx' : snare, 0.95)
      playDrumPattern(
        hats,
        beat,
        DRUM.hat,
        section.energy > 0.9 ? 'x-o-x-o-x-o-x-o-' : 'x.o.x.o.x.o.x.o.',
        0.62,
      )
      if (section.energy > 0.9) playDrumPattern(hats, beat, DRUM.ride, 'o...o...o...o...', 0.6)
      if (section.energy > 0.9) playDrumPattern(hats, beat, DRUM.shaker, '..x...x...x...x.', 0.6)
      if (inSection % 8 === 0) kit.play(beat, 3, DRUM.crash, 0.75)
      const line = bar % 2 ? bassB : bassA
      const root = bassNote(chord, 28)
      for (let i = 0; i < 16; i++) {
        if (line[i] !== 'x') continue
        const gap = [1, 2, 3, 4, 5].find(k => i + k >= 16 || line[i + k] === 'x') ?? 6
        const pitch = i > 9 && bar % 4 === 3 ? root + random.pick([7, 10, 12]) : root
        sub.play(beat + i / 4, (gap / 4) * 0.9, pitch < 28 ? pitch + 12 : pitch, 0.9)
        if (!liquid || section.energy > 0.9) reese.play(beat + i / 4, (gap / 4) * 0.92, pitch + 12, 0.75)
      }
    } else if (section.name === 'intro' && inSection >= section.bars / 2) {
      playDrumPattern(hats, beat, DRUM.hat, 'x-o-x-o-x-o-x-o-', 0.2 + 0.4 * (inSection / section.bars))
      if (inSection === section.bars - 1) playDrumPattern(kit, beat, DRUM.snare, '-.-.-.-.-o-oooxx', 0.8)
    } else if (section.name === 'break' && inSection === section.bars - 1)
      playDrumPattern(kit, beat, DRUM.snare, '-.-.-.o.o.oooxxX', 0.85)
    if (beat % song.beats === 0)
      for (const [v, pitch] of voicing.entries())
        bed.play(beat, song.beats, pitch, dropped ? 0.55 : 0.75, (v - 1.5) * 0.5)
    if (liquid || section.name === 'break' || section.name === 'intro') {
      for (const at of liquid ? [0, 1.5, 3.25] : [0, 2.5])
        for (const [v, pitch] of voicing.entries())
          keys.play(beat + at + v * 0.01, at === 0 ? 1.3 : 0.8, pitch, 0.5 + 0.1 * (v % 2), (v - 1.5) * 0.25)
    } else
      for (const i of [0, 3, 6, 10, 13])
        keys.play(beat + i / 4, 0.5, voicing[(i + bar) % 4]! + 12, 0.45, Math.sin(i) * 0.6)
  }

  const motifs = [
    drawMotif(
      random,
      random.pick([
        [3, 1, 4, 2, 2, -4],
        [2, 2, 3, 1, 4, -4],
        [1, 1, 2, 4, -8],
      ]),
      0.4,
    ),
    drawMotif(
      random,
      random.pick([
        [4, 2, 2, 6, -2],
        [1.5, 1.5, 1, 4, -8],
      ]),
      0.4,
    ),
  ]
  for (const section of form) {
    if (section.name === 'outro') continue
    const line = writeMelody({
      random,
      song,
      motifs,
      tessitura: { low: 66, high: 83 },
      from: section.from * 4 + (section.name === 'break' ? 0 : 16),
      to: (section.from + section.bars) * 4,
      rest: section.name === 'drop2' ? 0.05 : 0.3,
    })
    for (const note of line) tune.play(note.beat, note.beats * 0.95, note.pitch, 0.45 + 0.3 * note.weight)
  }

  return {
    parts: [
      { instrument: drums('breaks'), notes: kit.notes, level: -4.5, reverb: 0.06, effects: [drive(1.6)] },
      { instrument: drums('breaks'), notes: hats.notes, level: -1, reverb: 0.08 },
      { instrument: deepBass(), notes: sub.notes, level: -12, reverb: 0, effects: [duck(kicks, 0.5, 0.12)] },
      {
        instrument: reeseBass(),
        notes: reese.notes,
        level: liquid ? -15 : -11,
        reverb: 0.02,
        effects: [filter('high', 110), duck(kicks, 0.5, 0.14)],
      },
      {
        instrument: liquid ? warmPad(1, 1.5) : airPad(1.2, 1.5),
        notes: bed.notes,
        level: -12,
        reverb: 0.55,
        effects: [filter('high', 170), duck(kicks, 0.35, 0.18)],
      },
      {
        instrument: liquid ? electricPiano() : bells(),
        notes: keys.notes,
        level: liquid ? -8 : -6,
        reverb: 0.35,
        echo: 0.3,
      },
      {
        instrument: liquid ? choirPad(0.25, 0.8) : softLead(),
        notes: tune.notes,
        level: -12,
        reverb: 0.45,
        echo: 0.4,
      },
    ],
    space: { seconds: 3, damping: 5600, size: 1.2 },
    echo: { left: clock(1.5), right: clock(2), feedback: 0.45, tone: 3600 },
    effects: [drive(1.2)],
    fadeIn: 0.4,
    fadeOut: 3,
  }
}
