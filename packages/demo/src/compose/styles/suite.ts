import { deepBass } from '../../instruments/basses.ts'
import { DRUM, drums } from '../../instruments/drums.ts'
import { bells } from '../../instruments/keyboards.ts'
import { sequencer, softLead } from '../../instruments/leads.ts'
import { airPad, choirPad, warmPad } from '../../instruments/pads.ts'
import { chorus, duck, filter } from '../../mixing/effects.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { bassNote, chordAt, type Harmony, harmony, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, varyMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Score } from '../score.ts'

/** Bars per movement; the tracks of the gapless album are cut near the boundaries. */
export const MOVEMENT_BARS = 40

/** Chords of a movement, and the level of each layer (0 to 1) at its start and end. */
interface Movement {
  scale: ScaleName
  chords: string
  /** Semitones above the key of the piece. */
  shift: number
  pulse: readonly [number, number]
  beat: readonly [number, number]
  choir: readonly [number, number]
  tune: boolean
  pattern: string
}

const movements: readonly Movement[] = [
  {
    scale: 'dorian',
    chords: '0:m9 10:maj9 5:add9 0:m11',
    shift: 0,
    pulse: [0, 0.7],
    beat: [0, 0],
    choir: [0.8, 0.5],
    tune: false,
    pattern: '0.2.1.3.0.2.1.32',
  },
  {
    scale: 'minor',
    chords: '0:m7 8:maj7 3:maj9 10:sus4',
    shift: 0,
    pulse: [0.7, 1],
    beat: [0.3, 0.8],
    choir: [0.4, 0.5],
    tune: true,
    pattern: '0123021301230321',
  },
  {
    scale: 'dorian',
    chords: '0:m9 5:9 10:maj9 3:maj9',
    shift: 5,
    pulse: [1, 1],
    beat: [1, 1],
    choir: [0.4, 0.7],
    tune: true,
    pattern: '0120123012032123',
  },
  {
    scale: 'lydian',
    chords: '0:maj9 2:9 9:m9 7:69',
    shift: 8,
    pulse: [0.5, 0.25],
    beat: [0.3, 0],
    choir: [1, 1],
    tune: false,
    pattern: '0...1...2...3...',
  },
  {
    scale: 'major',
    chords: '9:m9 5:maj9 0:add9 7:sus4',
    shift: 3,
    pulse: [0.5, 1],
    beat: [0.4, 1],
    choir: [0.7, 1],
    tune: true,
    pattern: '0213021302132103',
  },
  {
    scale: 'major',
    chords: '0:add9 4:m7 5:maj9 5:m6',
    shift: 0,
    pulse: [0.8, 0],
    beat: [0.6, 0],
    choir: [0.8, 1],
    tune: true,
    pattern: '0.1.2.3.2.1.2.1.',
  },
]

/** A suite of electronic music: one continuous piece in movements, cut into the tracks of the gapless album. */
export function composeSuite(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const clock = createClock(recipe.bpm)
  const kit = createPerformer(clock, random, 0.003)
  const bass = createPerformer(clock, random, 0.003)
  const pulse = createPerformer(clock, random, 0.002)
  const high = createPerformer(clock, random, 0.003)
  const bed = createPerformer(clock, random, 0.06)
  const voices = createPerformer(clock, random, 0.08)
  const tune = createPerformer(clock, random, 0.015)
  const sparks = createPerformer(clock, random, 0.01)
  const kicks: number[] = []
  const theme = drawMotif(random, [3, 1, 2, 2, 4, -4], 0.4)
  const answer = drawMotif(random, [2, 1, 1, 4, -8], 0.45)

  for (const [index, movement] of movements.entries()) {
    const tonic = (recipe.tonic + movement.shift) % 12
    const song = harmony(tonic, movement.scale, movement.chords, 16)
    const from = index * MOVEMENT_BARS
    playMovement(index, movement, song, from)
    if (!movement.tune) continue
    const line = writeMelody({
      random,
      song,
      motifs: index % 2 ? [theme, answer] : [varyMotif(random, theme), answer],
      tessitura: { low: 64, high: 84 },
      from: (from + 8) * 4,
      to: (from + MOVEMENT_BARS - 2) * 4,
      rest: 0.2,
    })
    for (const note of line) tune.play(note.beat, note.beats * 0.96, note.pitch, 0.5 + 0.3 * note.weight, 0.1)
  }

  function playMovement(index: number, movement: Movement, song: Harmony, from: number): void {
    const voiced = voiceChords(song.chords, { low: 52, high: 74, voices: 4 })
    for (let bar = 0; bar < MOVEMENT_BARS; bar++) {
      const beat = (from + bar) * 4
      const way = bar / MOVEMENT_BARS
      const at = (range: readonly [number, number]) => range[0] + (range[1] - range[0]) * way
      const chord = chordAt(song, beat)
      const voicing = voiced[Math.floor(beat / song.beats) % voiced.length]!
      const strength = at(movement.pulse)
      if (strength > 0.05) {
        for (let i = 0; i < 16; i++) {
          const step = Number(movement.pattern[i])
          if (Number.isNaN(step)) continue
          const pitch = voicing[step]! - 12
          pulse.play(
            beat + i / 4,
            0.22,
            pitch,
            strength * (i % 4 === 0 ? 0.85 : 0.6),
            Math.sin(bar * 0.7 + i * 0.4) * 0.4,
          )
          if (strength > 0.75 && (i * 3 + bar) % 8 === 0)
            high.play(beat + i / 4 + 0.25, 0.2, pitch + 24, 0.5, Math.cos(i) * 0.7)
        }
        for (const i of [0, 3, 6, 8, 11, 14])
          bass.play(
            beat + i / 4,
            0.4,
            bassNote(chord, 33) + (i === 14 ? 12 : i === 11 ? 7 : 0),
            strength * 0.85,
          )
      }
      const drive = at(movement.beat)
      if (drive > 0.15) {
        playDrumPattern(kit, beat, DRUM.kick, 'X...x...X...x...', 0.55 + 0.45 * drive)
        for (let i = 0; i < 4; i++) kicks.push(clock(beat + i))
        if (drive > 0.4) playDrumPattern(kit, beat, DRUM.hat, 'o-x-o-x-o-x-o-x-', 0.4 + 0.35 * drive)
        if (drive > 0.55)
          playDrumPattern(
            kit,
            beat,
            DRUM.snare,
            bar % 8 === 7 ? '....x.......x.ox' : '....x.......x...',
            0.4 + 0.35 * drive,
          )
        if (drive > 0.7 && bar % 8 === 0) kit.play(beat, 3, DRUM.crash, 0.5)
      }
      if (beat % 16 === 0) {
        const choir = at(movement.choir)
        // Held across the boundary, so that the movements overlap.
        for (const [v, pitch] of voicing.entries()) {
          bed.play(beat, 17, pitch, 0.5 + 0.2 * choir, (v - 1.5) * 0.5)
          if (choir > 0.45)
            voices.play(beat + v * 0.5, 15, pitch + (v > 1 ? 0 : 12), 0.3 + 0.4 * choir, (1.5 - v) * 0.5)
        }
      }
      if ((index === 3 || strength < 0.4) && bar % 2 === 1)
        sparks.play(
          beat + random.pick([0, 0.5, 1.5, 2.5]),
          3,
          voicing[bar % 4]! + 24,
          0.4,
          random.range(-0.8, 0.8),
        )
    }
  }

  const last = recipe.bars * 4
  const home = harmony(recipe.tonic, 'major', '0:add9', 4)
  for (const pitch of voiceChords(home.chords, { low: 50, high: 74, voices: 4 })[0]!)
    bed.play(last, 6, pitch, 0.6)
  const opening = (seconds: number) =>
    900 + 900 * (1 + Math.sin(seconds * 0.097 - 1.4)) + 500 * (1 + Math.sin(seconds * 0.31))

  return {
    parts: [
      { instrument: drums('house'), notes: kit.notes, level: -6, reverb: 0.1 },
      {
        instrument: deepBass(),
        notes: bass.notes,
        level: -6.5,
        reverb: 0,
        effects: [duck(kicks, 0.35, 0.2)],
      },
      {
        instrument: sequencer(),
        notes: pulse.notes,
        level: -8,
        reverb: 0.2,
        echo: 0.4,
        effects: [filter('low', opening, 0.35), chorus(0.4, 0.3)],
      },
      { instrument: sequencer(), notes: high.notes, level: -15, reverb: 0.4, echo: 0.6 },
      {
        instrument: warmPad(3, 4),
        notes: bed.notes,
        level: -9,
        reverb: 0.5,
        effects: [duck(kicks, 0.25, 0.3)],
      },
      {
        instrument: recipe.variant === 0 ? choirPad(3, 4) : airPad(3, 4),
        notes: voices.notes,
        level: -12,
        reverb: 0.6,
      },
      { instrument: softLead(), notes: tune.notes, level: -9, reverb: 0.45, echo: 0.5 },
      { instrument: bells(), notes: sparks.notes, level: -13, reverb: 0.7, echo: 0.5 },
    ],
    space: { seconds: 3.8, damping: 5000, size: 1.3 },
    echo: { left: clock(0.75), right: clock(1.25), feedback: 0.5, tone: 3000 },
    fadeIn: 3,
    fadeOut: 6,
  }
}
