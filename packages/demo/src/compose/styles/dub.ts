import { deepBass } from '../../instruments/basses.ts'
import { DRUM, drums } from '../../instruments/drums.ts'
import { organPad } from '../../instruments/pads.ts'
import { electricGuitar } from '../../instruments/plucked-strings.ts'
import { melodica } from '../../instruments/winds-and-strings.ts'
import { chorus, drive, filter } from '../../mixing/effects.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, harmony, mod12, nearest, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Note, Score } from '../score.ts'

const chords: readonly (readonly [ScaleName, string])[] = [
  ['minor', '0:m7 10:maj 0:m7 5:m7'],
  ['dorian', '0:m7 0:m7 5:7 5:7'],
  ['minor', '0:m 8:maj7 5:m7 7:m7'],
  ['minor', '0:m7 5:m7 10:maj 3:maj'],
]

/** Bass riffs in eighths over two bars: r root, o octave, f fifth, t third, s seventh, d fifth below, . rest. */
const riffs = [
  'r.rf..t.r...s.d.',
  'r..tf.ffr..tr...',
  'r.f.o.s.f.t.r...',
  '..r.rtf...d.rr..',
  'rr..f.t.rr..d.s.',
] as const

/** Dub reggae: bass and drums up front, everything else through the echo. */
export function composeDub(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const [scale, symbols] = random.pick(chords)
  const song = harmony(recipe.tonic, scale, symbols, 8)
  const form = planForm(
    recipe.bars,
    2,
    'riddim:2:0.7 tune:3:0.9 space:1:0.3 version:3:0.8 space:1:0.4 tune:3:1 out:1:0.5',
  )
  const clock = createClock(recipe.bpm, 0.14, 0.25)
  const kit = createPerformer(clock, random, 0.006)
  const bass = createPerformer(clock, random, 0.008, 0.008)
  const skank = createPerformer(clock, random, 0.006)
  const bubble = createPerformer(clock, random, 0.006)
  const tune = createPerformer(clock, random, 0.02, 0.015)
  const thrown: Note[] = []
  const thrownHits: Note[] = []
  const voiced = voiceChords(song.chords, { low: 55, high: 72, voices: 3 })
  const riff = random.pick(riffs)
  const steppers = recipe.variant === 2 || random.chance(0.3)

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 4
    const inSection = bar - section.from
    const chord = chordAt(song, beat)
    const voicing = voiced[Math.floor(beat / song.beats) % voiced.length]!
    const space = section.name === 'space'
    if (!space || inSection === section.bars - 1) {
      playDrumPattern(kit, beat, DRUM.kick, steppers ? 'x...x...X...x...' : '........X.......', 1)
      playDrumPattern(
        kit,
        beat,
        DRUM.rim,
        random.pick(['........x..-....', '...-....x.....-.', '........x.......']),
        0.9,
      )
      playDrumPattern(kit, beat, DRUM.hat, 'x.o.x.o.x.o.x.oo', 0.6)
    }
    if (inSection === section.bars - 1) playDrumPattern(kit, beat + 3, DRUM.tomHigh, 'x.xo', 0.8)
    if (random.chance(section.energy > 0.7 ? 0.22 : 0.5)) throwHit(beat + random.pick([1, 2, 2.5, 3.5]))

    if (!(space && inSection % 2 === 1)) {
      const base = bassNote(chord, 31)
      const third = chord.tones[1]!
      const seventh = chord.tones.find(tone => tone === 10 || tone === 11) ?? 10
      const pitches: Record<string, number> = {
        r: base,
        o: base + 12,
        f: base + 7,
        t: base + third,
        s: base + seventh,
        d: base - 5,
      }
      for (let i = 0; i < 8; i++) {
        const at = (bar % 2) * 8 + i
        const pitch = pitches[riff[at]!]
        if (pitch === undefined) continue
        const gap = riff[(at + 1) % 16] === '.' ? 0.85 : 0.46
        bass.play(beat + i / 2, gap, pitch, i === 0 ? 0.95 : 0.82)
      }
    }
    const there =
      section.name === 'tune' || section.name === 'riddim' || (section.name === 'version' && bar % 4 < 2)
    if (there) {
      for (const at of [0.5, 1.5, 2.5, 3.5])
        for (const pitch of voicing) skank.play(beat + at, 0.16, pitch, 0.62, -0.35)
      if (section.energy > 0.75) {
        for (let i = 0; i < 8; i++)
          for (const pitch of voicing.slice(0, 2))
            bubble.play(beat + i / 2 + 0.25, 0.12, pitch - (i % 2) * 12, i % 2 ? 0.5 : 0.62, 0.4)
      }
    } else if (bar % 2 === 0) {
      // A single chord sent into the echo.
      for (const pitch of voicing)
        thrown.push({
          at: clock(beat + random.pick([0.5, 1.5])),
          length: 0.2,
          pitch,
          velocity: 0.75,
          pan: 0.2,
        })
    }
  }

  function throwHit(beat: number): void {
    thrownHits.push({
      at: clock(beat),
      length: 0.3,
      pitch: random.pick([DRUM.snare, DRUM.snare, DRUM.rim, DRUM.conga]),
      velocity: 0.6,
    })
  }

  const motifs = [
    drawMotif(
      random,
      random.pick([
        [-1, 1, 0.5, 0.5, 1, 2, -2],
        [1.5, 0.5, 1, 1, -4],
        [-0.5, 0.5, 0.5, 0.5, 2, 1, -3],
      ]),
      0.3,
    ),
    drawMotif(random, [0.5, 0.5, 0.5, 0.5, 2, -4], 0.3),
  ]
  for (const section of form.filter(part => part.name === 'tune' || part.name === 'version')) {
    const line = writeMelody({
      random,
      song,
      motifs,
      tessitura: { low: 62, high: 79 },
      from: section.from * 4 + (section.name === 'version' ? 8 : 4),
      to: (section.from + section.bars) * 4,
      rest: section.name === 'tune' ? 0.15 : 0.5,
    })
    for (const note of line) {
      tune.play(note.beat, note.beats * 0.9, note.pitch, 0.5 + 0.3 * note.weight, 0.1)
      if (section.energy > 0.95 && note.beats >= 1) {
        const chord = chordAt(song, note.beat)
        tune.play(
          note.beat,
          note.beats * 0.85,
          nearest(mod12(chord.root + chord.tones[1]!), note.pitch - 4),
          0.4,
          -0.2,
        )
      }
    }
  }

  return {
    parts: [
      {
        instrument: drums('dub'),
        notes: kit.notes,
        level: -3,
        reverb: 0.12,
        echo: 0.03,
        effects: [drive(1.3)],
      },
      { instrument: deepBass(), notes: bass.notes, level: -11.5, reverb: 0 },
      {
        instrument: electricGuitar(),
        notes: skank.notes,
        level: 0.5,
        reverb: 0.2,
        echo: 0.14,
        effects: [filter('high', 420), drive(1.5)],
      },
      {
        instrument: organPad(0.01, 0.06),
        notes: bubble.notes,
        level: -4,
        reverb: 0.15,
        effects: [chorus(0.7, 4.5)],
      },
      { instrument: melodica(), notes: tune.notes, level: -8, reverb: 0.25, echo: 0.3 },
      {
        instrument: organPad(0.01, 0.1),
        notes: thrown,
        level: -4,
        reverb: 0.4,
        echo: 1,
        effects: [filter('high', 300)],
      },
      {
        instrument: drums('dub'),
        notes: thrownHits,
        level: 0,
        reverb: 0.5,
        echo: 1.1,
        effects: [filter('high', 350)],
      },
    ],
    space: { seconds: recipe.variant === 1 ? 3.6 : 2.4, damping: 3400, size: 1.15 },
    echo: {
      left: clock(0.75),
      right: clock(recipe.variant === 1 ? 1.5 : 0.75) * 1.003,
      feedback: 0.66,
      tone: 1900,
    },
    effects: [drive(1.15)],
    fadeIn: 0.005,
    fadeOut: 4.5,
  }
}
