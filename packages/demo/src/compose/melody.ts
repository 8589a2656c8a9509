import type { Random } from '../synth/random.ts'
import { chordAt, type Harmony, mod12, scaleOver } from './harmony.ts'

/** One note of a motif; `step` counts scale steps from where the motif begins. */
interface MotifNote {
  at: number
  length: number
  step: number
}

/** A small idea that returns: its rhythm and its outline. */
export interface Motif {
  beats: number
  notes: readonly MotifNote[]
}

export interface SungNote {
  beat: number
  beats: number
  pitch: number
  /** 0 to 1: how much weight the place in the phrase gives it. */
  weight: number
}

/** Draws an outline over a rhythm, given as lengths in beats; negative lengths are rests. */
export function drawMotif(random: Random, rhythm: readonly number[], boldness = 0.3): Motif {
  const notes: MotifNote[] = []
  let at = 0
  let step = 0
  let direction = random.chance(0.5) ? 1 : -1
  for (const length of rhythm) {
    if (length > 0) {
      notes.push({ at, length, step })
      // A leap is answered by a step back; otherwise the line goes on for a while.
      const leap = random.chance(boldness)
      if (random.chance(leap ? 0.7 : 0.3) || Math.abs(step) > 4)
        direction = step > 3 ? -1 : step < -3 ? 1 : -direction
      step += direction * (leap ? random.whole(2, 4) : random.chance(0.15) ? 0 : 1)
    }
    at += Math.abs(length)
  }
  return { beats: at, notes }
}

/** The same idea, changed a little: turned over, shortened, decorated, or moved up or down. */
export function varyMotif(random: Random, motif: Motif): Motif {
  const kind = random.whole(0, 3)
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

/** Where a melody may go. */
export interface Tessitura {
  low: number
  high: number
}

/** Sings a motif from `beat` on, starting near `from`: weighty notes land on the chord, others on the scale. */
export function singMotif(
  motif: Motif,
  beat: number,
  from: number,
  song: Harmony,
  tessitura: Tessitura,
): SungNote[] {
  const sung: SungNote[] = []
  const ladder = scaleLadder(song)
  const start = closestIndex(ladder, from)
  for (const note of motif.notes) {
    const now = beat + note.at
    const chord = chordAt(song, now)
    const wish = ladder[Math.max(0, Math.min(ladder.length - 1, start + note.step))]!
    const weighty = note.length >= 1 || Math.abs(now - Math.round(now)) < 0.01
    const classes = weighty ? chord.tones.map(tone => mod12(chord.root + tone)) : scaleOver(song, chord)
    let pitch = closestOf(classes, wish)
    while (pitch > tessitura.high) pitch -= 12
    while (pitch < tessitura.low) pitch += 12
    sung.push({ beat: now, beats: note.length, pitch, weight: weighty ? 0.85 : 0.6 })
  }
  return sung
}

export interface MelodyPlan {
  random: Random
  song: Harmony
  tessitura: Tessitura
  /** Ideas to choose from; the first is the one that returns. */
  motifs: readonly Motif[]
  from: number
  to: number
  /** Share of places left empty, so that the line breathes. */
  rest: number
}

/** A melody in phrases of four motifs: statement, answer, statement varied, and a close on a long note. */
export function writeMelody(plan: MelodyPlan): SungNote[] {
  const { random, song, motifs } = plan
  const theme = motifs[0]!
  const line: SungNote[] = []
  let place = (plan.tessitura.low + plan.tessitura.high) / 2
  let turn = 0
  for (let beat = plan.from; beat + theme.beats <= plan.to + 0.01; turn++) {
    const role = turn % 4
    let motif = theme
    if (role === 1) motif = motifs[1 % motifs.length]!
    if (role === 2) motif = random.chance(0.4) ? theme : varyMotif(random, theme)
    if (role === 3) motif = random.chance(0.5) ? closing(theme) : closing(motifs[1 % motifs.length]!)
    if (role === 0 || !random.chance(plan.rest)) {
      const sung = singMotif(motif, beat, place, song, plan.tessitura)
      line.push(...sung)
      const last = sung.at(-1)?.pitch ?? place
      const middle = (plan.tessitura.low + plan.tessitura.high) / 2
      place = role === 3 ? middle : last + (middle - last) * 0.5
    }
    beat += motif.beats
  }
  return line
}

/** The first half of an idea and then one long note. */
function closing(motif: Motif): Motif {
  const kept = motif.notes.filter(note => note.at < motif.beats / 2)
  const last = kept.at(-1)
  if (!last) return motif
  const home = { at: last.at, length: Math.max(last.length, (motif.beats - last.at) * 0.8), step: 0 }
  return { ...motif, notes: [...kept.slice(0, -1), home] }
}

/** Every pitch of the key from 24 to 108. */
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
