import { DRUM, drums } from '../../instruments/drums.ts'
import { grandPiano, vibraphone } from '../../instruments/keyboards.ts'
import { stringPad } from '../../instruments/pads.ts'
import { nylonGuitar, uprightBass } from '../../instruments/plucked-strings.ts'
import { clarinet, flute } from '../../instruments/winds-and-strings.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { bassNote, chordAt, type Harmony, harmony, type ScaleName, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Score } from '../score.ts'

const chords: readonly (readonly [ScaleName, string, string])[] = [
  ['major', '0:maj9 0:69 2:9 2:9 2:m9 7:13 0:maj9 7:7b9', '5:maj9 5:m6 4:m7 9:7b9 2:m9 2:9 7:9sus 7:13'],
  ['major', '0:maj9 3:dim7 2:m9 7:13 4:m7 9:7b9 2:m9 7:7b9', '9:m9 2:9 5:maj9 5:m6 4:m7 9:7b9 2:m9 7:13'],
  [
    'minor',
    '0:m9 0:m6 5:m9 7:7b9 8:maj9 2:m7b5 7:7b9 0:m6',
    '3:maj9 8:maj9 2:m7b5 7:7b9 5:m9 10:13 3:maj9 7:7b9',
  ],
]

/** The guitar's rhythm over two bars, in eighths. */
const clave = ['x..x..x.', '..x.x..x', 'x..x...x', '.x..x.x.'] as const

/** Bossa nova: comping nylon guitar (or piano), light percussion, a wind melody and a vibraphone solo. */
export function composeBossa(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const latin = recipe.variant === 1
  const [scale, a, b] = random.pick(chords)
  const first = harmony(recipe.tonic, scale, a, 4)
  const second = harmony(recipe.tonic, scale, b, 4)
  const form = planForm(
    recipe.bars,
    8,
    'intro:1:0.4 tune:2:0.7 bridge:1:0.85 solo:2:0.9 bridge:1:0.9 tune:1:1 coda:1:0.5',
  )
  const songAt = (bar: number): Harmony => (sectionAt(form, bar).name === 'bridge' ? second : first)
  const clock = createClock(recipe.bpm)
  const guitar = createPerformer(clock, random, 0.008)
  const bass = createPerformer(clock, random, 0.007)
  const kit = createPerformer(clock, random, 0.006)
  const tune = createPerformer(clock, random, 0.02, 0.02)
  const solo = createPerformer(clock, random, 0.014, 0.01)
  const bed = createPerformer(clock, random, 0.05)
  const voicings = new Map(
    [first, second].map(song => [
      song,
      voiceChords(song.chords, { low: 52, high: 70, voices: 4, rootless: true }),
    ]),
  )

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 4
    const song = songAt(bar)
    const index = Math.floor(beat / song.beats) % song.chords.length
    const chord = chordAt(song, beat)
    const voicing = voicings.get(song)![index]!
    const root = bassNote(chord, latin ? 31 : 33)
    if (bar === recipe.bars - 1) {
      ;[bassNote(first.chords[0]!, 33), ...voicings.get(first)![0]!].forEach((pitch, i) => {
        guitar.play(beat + i * 0.09, 6, pitch, 0.55)
      })
      continue
    }
    const pattern = clave[latin ? 2 + (bar % 2) : bar % 2]!
    for (let i = 0; i < 8; i++) {
      if (pattern[i] !== 'x') continue
      // The last eighth anticipates the next chord.
      const early =
        i === 7 ? voicings.get(songAt(bar + 1))![Math.floor((beat + 4) / 4) % song.chords.length]! : voicing
      for (const pitch of early)
        guitar.play(beat + i / 2, 0.7, pitch, 0.44 + 0.18 * section.energy, latin ? 0.25 : -0.2)
    }
    bass.play(beat, 1.4, root, 0.82)
    bass.play(beat + 1.5, 0.45, root + 7 > 45 ? root - 5 : root + 7, 0.62)
    bass.play(beat + 2, 1.4, root + 7 > 45 ? root - 5 : root + 7, 0.76)
    if (random.chance(0.6))
      bass.play(beat + 3.5, 0.45, bassNote(chordAt(songAt(bar + 1), beat + 4), latin ? 31 : 33), 0.62)
    if (section.energy > 0.45 || bar % 8 > 3) {
      playDrumPattern(kit, beat, DRUM.shaker, 'o-x-o-x-o-x-o-x-', 0.7)
      playDrumPattern(kit, beat, DRUM.rim, ['x..x..x.', '..x.x...'][bar % 2]!, 0.6, 0.5)
      playDrumPattern(kit, beat, DRUM.kick, 'x..-x..-', 0.8, 0.5)
    }
    if (latin && section.energy > 0.6) playDrumPattern(kit, beat, DRUM.conga, '..-.x.oo..-.x.o.', 0.8)
    if (section.energy > 0.8)
      for (const [v, pitch] of voicing.entries())
        bed.play(beat, 4, pitch + (v > 1 ? 12 : 0), 0.5, (v - 1.5) * 0.5)
  }

  const motifs = [
    drawMotif(
      random,
      random.pick([
        [1.5, 0.5, 1, 1.5, 0.5, 3],
        [-0.5, 1, 0.5, 1, 1, 1.5, 2.5],
        [0.5, 1, 0.5, 2, 0.5, 0.5, 3],
      ]),
      0.35,
    ),
    drawMotif(
      random,
      random.pick([
        [1, 0.5, 1, 0.5, 1, 4],
        [-1, 0.5, 0.5, 1.5, 0.5, 3, -1],
      ]),
      0.35,
    ),
  ]
  const runs = [
    drawMotif(random, [0.5, 0.5, 0.5, 0.5, 1, -0.5, 0.5, 0.5, 1.5, 1, 1], 0.25),
    drawMotif(random, [-1, 0.5, 0.5, 0.5, 0.5, 1, 2, -2], 0.3),
  ]
  for (const section of form) {
    if (section.name === 'intro' || section.name === 'coda') continue
    const free = section.name === 'solo'
    const line = writeMelody({
      random,
      song: songAt(section.from),
      motifs: free ? runs : motifs,
      tessitura: { low: 65, high: free ? 88 : 82 },
      from: section.from * 4,
      to: (section.from + section.bars) * 4,
      rest: free ? 0.2 : 0.1,
    })
    for (const note of line)
      (free ? solo : tune).play(
        note.beat,
        note.beats * 0.93,
        note.pitch,
        0.48 + 0.26 * note.weight,
        free ? 0.3 : 0.05,
      )
  }

  return {
    parts: [
      {
        instrument: latin ? grandPiano() : nylonGuitar(),
        notes: guitar.notes,
        level: latin ? -4 : -3,
        reverb: 0.14,
      },
      { instrument: uprightBass(), notes: bass.notes, level: -6, reverb: 0.04 },
      { instrument: drums('hand'), notes: kit.notes, level: -7, reverb: 0.12 },
      { instrument: latin ? clarinet() : flute(), notes: tune.notes, level: -10.5, reverb: 0.26, echo: 0.08 },
      { instrument: vibraphone(), notes: solo.notes, level: -8, reverb: 0.24 },
      { instrument: stringPad(0.6, 1), notes: bed.notes, level: -19, reverb: 0.5 },
    ],
    space: { seconds: 1.7, damping: 5200, size: 0.9 },
    echo: { left: clock(1), right: clock(1.5), feedback: 0.3, tone: 2800 },
    fadeIn: 0.005,
    fadeOut: 2.6,
  }
}
