import type { Random } from '../random.ts'
import { chordAt, type Harmony, mod12, scaleOver } from './harmony.ts'

/** One note of a motif; `step` counts scale steps from the motif's starting pitch. */
interface MotifNote {
  at: number
  length: number
  step: number
}

/** A short recurring idea: rhythm and contour. */
export interface Motif {
  beats: number
  notes: readonly MotifNote[]
}

export interface MelodyNote {
  beat: number
  beats: number
  pitch: number
  /** Accent from its position in the phrase, 0 to 1. */
  weight: number
}

/** Generates a contour for a rhythm in beats; negative lengths are rests. `boldness` is the probability of a leap. */
export function drawMotif(random: Random, rhythm: readonly number[], boldness = 0.3): Motif {
  const notes: MotifNote[] = []
  let at = 0
  let step = 0
  let direction = random.chance(0.5) ? 1 : -1
  for (const length of rhythm) {
    if (length > 0) {
      notes.push({ at, length, step })
      // A leap is usually followed by a change of direction.
      const leap = random.chance(boldness)
      if (random.chance(leap ? 0.7 : 0.3) || Math.abs(step) > 4)
        direction = step > 3 ? -1 : step < -3 ? 1 : -direction
      step += direction * (leap ? random.integer(2, 4) : random.chance(0.15) ? 0 : 1)
    }
    at += Math.abs(length)
  }
  return { beats: at, notes }
}

/** Varies a motif: inverted, shortened, ornamented or transposed. */
export function varyMotif(random: Random, motif: Motif): Motif {
  const kind = random.integer(0, 3)
  if (kind === 0) return { ...motif, notes: motif.notes.map(note => ({ ...note, step: -note.step })) }
  if (kind === 1) {
    const shift = random.pick([-2, -1, 1, 2])
    return {
      ...motif,
      notes: motif.notes.map((note, i) => (i > 0 ? { ...note, step: note.step + shift } : note)),
    }
  }
  if (kind === 2 && motif.notes.length > 3) {
    return { ...motif, notes: motif.notes.filter((_, i) => i !== motif.notes.length - 2) }
  }
  return {
    ...motif,
    notes: motif.notes.flatMap(note => {
      if (note.length < 0.9 || random.chance(0.5)) return [note]
      const half = note.length / 2
      return [
        { ...note, length: half },
        { at: note.at + half, length: half, step: note.step + random.pick([-1, 1]) },
      ]
    }),
  }
}

/** Pitch range of a melody. */
interface Tessitura {
  low: number
  high: number
}

/** Places a motif at `beat`, starting near pitch `from`: accented notes on chord tones, others on the scale. */
function realiseMotif(
  motif: Motif,
  beat: number,
  from: number,
  song: Harmony,
  tessitura: Tessitura,
): MelodyNote[] {
  const notes: MelodyNote[] = []
  const ladder = scaleLadder(song)
  const start = closestIndex(ladder, from)
  for (const note of motif.notes) {
    const now = beat + note.at
    const chord = chordAt(song, now)
    const target = ladder[Math.max(0, Math.min(ladder.length - 1, start + note.step))]!
    const weighty = note.length >= 1 || Math.abs(now - Math.round(now)) < 0.01
    const classes = weighty ? chord.tones.map(tone => mod12(chord.root + tone)) : scaleOver(song, chord)
    let pitch = closestOf(classes, target)
    while (pitch > tessitura.high) pitch -= 12
    while (pitch < tessitura.low) pitch += 12
    notes.push({ beat: now, beats: note.length, pitch, weight: weighty ? 0.85 : 0.6 })
  }
  return notes
}

export interface MelodyPlan {
  random: Random
  song: Harmony
  tessitura: Tessitura
  /** Motifs to choose from; the first is the theme. */
  motifs: readonly Motif[]
  from: number
  to: number
  /** Share of motifs left out as rests. */
  rest: number
}

/** Writes phrases of four motifs: statement, answer, varied statement, and a cadence on a long note. */
export function writeMelody(plan: MelodyPlan): MelodyNote[] {
  const { random, song, motifs } = plan
  const theme = motifs[0]!
  const line: MelodyNote[] = []
  let pitch = (plan.tessitura.low + plan.tessitura.high) / 2
  let turn = 0
  for (let beat = plan.from; beat + theme.beats <= plan.to + 0.01; turn++) {
    const role = turn % 4
    let motif = theme
    if (role === 1) motif = motifs[1 % motifs.length]!
    if (role === 2) motif = random.chance(0.4) ? theme : varyMotif(random, theme)
    if (role === 3) motif = random.chance(0.5) ? closing(theme) : closing(motifs[1 % motifs.length]!)
    if (role === 0 || !random.chance(plan.rest)) {
      const notes = realiseMotif(motif, beat, pitch, song, plan.tessitura)
      line.push(...notes)
      const last = notes.at(-1)?.pitch ?? pitch
      const middle = (plan.tessitura.low + plan.tessitura.high) / 2
      pitch = role === 3 ? middle : last + (middle - last) * 0.5
    }
    beat += motif.beats
  }
  return line
}

/** The first half of a motif, ending on a long note. */
function closing(motif: Motif): Motif {
  const opening = motif.notes.filter(note => note.at < motif.beats / 2)
  const last = opening.at(-1)
  if (!last) return motif
  const home = { at: last.at, length: Math.max(last.length, (motif.beats - last.at) * 0.8), step: 0 }
  return { ...motif, notes: [...opening.slice(0, -1), home] }
}

/** Every pitch of the scale from 24 to 108. */
function scaleLadder(song: Harmony): number[] {
  const ladder: number[] = []
  for (let pitch = 24; pitch <= 108; pitch++) {
    if (song.scale.includes(mod12(pitch - song.tonic))) ladder.push(pitch)
  }
  return ladder
}

function closestIndex(ladder: readonly number[], pitch: number): number {
  let best = 0
  for (let i = 1; i < ladder.length; i++) {
    if (Math.abs(ladder[i]! - pitch) < Math.abs(ladder[best]! - pitch)) best = i
  }
  return best
}

function closestOf(classes: readonly number[], pitch: number): number {
  for (let distance = 0; distance <= 6; distance++) {
    if (classes.includes(mod12(pitch - distance))) return pitch - distance
    if (classes.includes(mod12(pitch + distance))) return pitch + distance
  }
  return pitch
}
