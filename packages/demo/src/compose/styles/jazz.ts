import { DRUM, drums } from '../../instruments/drums.ts'
import { grandPiano } from '../../instruments/keyboards.ts'
import { uprightBass } from '../../instruments/plucked-strings.ts'
import { createRandom } from '../../random.ts'
import { playDrumPattern } from '../drum-pattern.ts'
import { planForm, sectionAt } from '../form.ts'
import { type Harmony, harmony, mod12, voiceChords } from '../harmony.ts'
import { drawMotif, writeMelody } from '../melody.ts'
import { createClock, createPerformer } from '../performer.ts'
import type { Recipe } from '../recipe.ts'
import type { Score } from '../score.ts'
import { playWalkingBass } from '../walking-bass.ts'

const choruses = [
  ['major', '2:m9 7:13 0:maj9 9:7b9 2:m9 7:13 4:m7 9:7b9'],
  ['major', '0:69 9:7b9 2:m9 7:13 4:m7 9:9 2:m9 7:7b9'],
  ['minor', '0:m6 2:m7b5 7:7b9 0:m6 5:m9 10:13 3:maj9 7:7b9'],
  ['dorian', '0:m9 0:m9 5:9 5:9 3:maj9 8:maj7 2:m7b5 7:7b9'],
  ['major', '5:maj9 5:m6 4:m7 9:7b9 2:m9 7:13 0:69 7:9sus'],
] as const

/** Left-hand comping rhythms: beats in the bar. */
const comping = [[0, 1.5], [1.5], [0.5, 2.5], [1, 3.5], [0, 2.5], [1.5, 3], [3.5]] as const

/** Piano trio: theme, solo, trading with the drums, theme. */
export function composeJazz(recipe: Recipe): Score {
  const random = createRandom(recipe.seed)
  const fast = recipe.bpm > 150
  const clock = createClock(recipe.bpm, fast ? 0.22 : 0.32, 0.5)
  const [scale, symbols] = random.pick(choruses)
  const song = harmony(recipe.tonic, scale, symbols, 4)
  const bridge = harmony(recipe.tonic, scale, random.pick(choruses.filter(([name]) => name === scale))[1], 4)
  const form = planForm(recipe.bars, 8, 'intro:1:0.4 head:2:0.7 bridge:1:0.75 solo:3:1 head:2:0.8 coda:1:0.5')
  const songAt = (bar: number): Harmony => (sectionAt(form, bar).name === 'bridge' ? bridge : song)

  const kit = createPerformer(clock, random, 0.007)
  const bass = createPerformer(clock, random, 0.007, -0.004)
  const left = createPerformer(clock, random, 0.01)
  const right = createPerformer(clock, random, 0.013, 0.012)
  const range = { low: 50, high: 66, voices: 4, rootless: true }
  const voicings = new Map([song, bridge].map(part => [part, voiceChords(part.chords, range)]))

  for (let bar = 0; bar < recipe.bars; bar++) {
    const section = sectionAt(form, bar)
    const beat = bar * 4
    const inSection = bar - section.from
    const end = bar === recipe.bars - 1
    playDrums(bar, section.energy, inSection)
    if (end) {
      const home =
        voicings.get(song)![song.chords.findIndex(chord => chord.root === song.tonic) % 8] ??
        voicings.get(song)![0]!
      for (const pitch of home) left.play(beat, 6, pitch, 0.6)
      right.play(beat + 0.5, 5.5, home.at(-1)! + 12, 0.55)
      bass.play(beat, 6, 28 + mod12(recipe.tonic - 28), 0.85)
      continue
    }
    const here = songAt(bar)
    const voiced = voicings.get(here)!
    for (const at of random.pick(comping)) {
      if (section.name === 'intro' && inSection < 4 && at > 1) continue
      // A chord on the last "and" anticipates the next bar.
      const index = Math.floor((beat + at + (at === 3.5 ? 0.5 : 0)) / 4) % voiced.length
      const length = random.pick([0.35, 0.5, 1.2])
      for (const pitch of voiced[index]!) left.play(beat + at, length, pitch, 0.36 + 0.16 * section.energy)
    }
  }
  playWalkingBass(bass, random, {
    bars: recipe.bars - 1,
    songAt,
    twoFeel: bar => sectionAt(form, bar).name === 'intro' || (!fast && bar < 16),
  })

  const theme = drawMotif(
    random,
    random.pick([
      [1, 0.5, 0.5, 1.5, 0.5, 2, -2],
      [0.5, 0.5, 1, 1, 1, 1.5, -2.5],
      [1.5, 0.5, 1, 1, 0.5, 0.5, 1, -2],
    ]),
    0.4,
  )
  const answer = drawMotif(
    random,
    random.pick([
      [-0.5, 0.5, 1, 0.5, 0.5, 3, -2],
      [-1, 1, 0.5, 0.5, 1, 2, -2],
    ]),
    0.4,
  )
  const runs = [
    drawMotif(random, [-0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 0.5, 1.5], 0.22),
    drawMotif(random, [0.5, 0.5, 1, 0.5, 0.5, 0.5, 0.5, -1, 0.5, 0.5, 0.5, 0.5, 1], 0.3),
    drawMotif(random, [-1, 0.33, 0.33, 0.34, 0.5, 0.5, 1, 0.5, 0.5, 1, -2], 0.3),
  ]
  for (const section of form) {
    if (section.name === 'intro') continue
    const solo = section.name === 'solo'
    const line = writeMelody({
      random,
      song: songAt(section.from),
      motifs: solo ? [random.pick(runs), ...runs] : [theme, answer],
      tessitura: solo ? { low: 65, high: 91 } : { low: 65, high: 84 },
      from: section.from * 4,
      to: (section.from + section.bars) * 4 - (section.name === 'coda' ? 4 : 0),
      rest: solo ? 0.2 : 0.1,
    })
    for (const note of line) {
      const offbeat = Math.abs((note.beat % 1) - 0.5) < 0.1
      right.play(
        note.beat,
        note.beats * 0.92,
        note.pitch,
        (0.5 + 0.24 * note.weight) * (offbeat ? 1.08 : 0.96),
      )
      // Octaves and thirds on accented notes.
      if (!solo && note.beats >= 1.5 && random.chance(0.5))
        right.play(note.beat, note.beats * 0.9, note.pitch - 12, 0.4)
    }
  }

  function playDrums(bar: number, energy: number, inSection: number): void {
    const beat = bar * 4
    playDrumPattern(
      kit,
      beat,
      DRUM.ride,
      random.pick(['x.x-x.x-', 'x.xox.x.', 'x.x-xox-']),
      0.62 + 0.2 * energy,
      0.5,
    )
    playDrumPattern(kit, beat, DRUM.hat, '..x...x.', 0.8, 0.5)
    if (energy > 0.6) playDrumPattern(kit, beat, DRUM.kick, '-...-...', 0.9, 0.5)
    playDrumPattern(kit, beat, DRUM.brush, 'x.o.x.o.', 0.7, 0.5)
    if (energy > 0.65 && random.chance(0.55)) {
      playDrumPattern(
        kit,
        beat,
        DRUM.snare,
        random.pick(['...-...o', '.-...o..', '.....-.-', '-..o...-']),
        0.75,
        0.5,
      )
    }
    if (inSection % 8 === 7)
      playDrumPattern(kit, beat + 2, DRUM.snare, random.pick(['o.ox', '.oxo', 'x.oo']), 0.8, 0.5)
    if (inSection === 0 && bar > 0) kit.play(beat, 2, DRUM.crash, 0.35)
  }

  return {
    parts: [
      { instrument: drums('jazz'), notes: kit.notes, level: -5.5, reverb: 0.12 },
      { instrument: uprightBass(), notes: bass.notes, level: -6, reverb: 0.05 },
      { instrument: grandPiano(), notes: [...left.notes, ...right.notes], level: 1, reverb: 0.16 },
    ],
    space: { seconds: 1.3, damping: 5000, size: 0.75 },
    fadeIn: 0.005,
    fadeOut: 2.5,
  }
}
