import type { Instrument } from '../compose/score.ts'
import { type Bus, panGains, SAMPLE_RATE } from '../mixing/bus.ts'
import { hashSeed } from '../random.ts'
import { PAD_LENGTH, type PadSpec, padTable } from './pad-table.ts'

const MASK = PAD_LENGTH - 1
/** Offset between the channels' read positions, which decorrelates them. */
const APART = PAD_LENGTH / 2
/** Samples per linear segment of the envelope. */
const STEP = 32

/** Pads, strings, choirs and organs from a pad table; `attack` and `release` in seconds, `width` 0 to 1. */
export function pad(spec: PadSpec, attack: number, release: number, width = 0.75): Instrument {
  return (bus, note) => {
    const { table, speed } = padTable(spec, note.pitch)
    const seed = hashSeed(`${spec.name}${Math.round(note.at * 1000)} ${note.pitch}`)
    const level = note.velocity ** 1.3 * 0.5
    const [left, right] = panGains((note.pan ?? 0) * 0.8, level * 1.41)
    readPad(
      bus,
      table,
      speed,
      seed & MASK,
      note,
      Math.min(attack, note.length * 0.8),
      release,
      left,
      right,
      width,
    )
  }
}

function readPad(
  bus: Bus,
  table: Float32Array,
  speed: number,
  phase: number,
  note: { at: number; length: number },
  attackSeconds: number,
  releaseSeconds: number,
  gainLeft: number,
  gainRight: number,
  width: number,
): void {
  const { left, right } = bus
  const offset = Math.round(note.at * SAMPLE_RATE) - bus.start
  const hold = Math.round(note.length * SAMPLE_RATE)
  const attack = Math.max(64, Math.round(attackSeconds * SAMPLE_RATE))
  const release = Math.max(64, Math.round(releaseSeconds * SAMPLE_RATE))
  const end = Math.min(hold + release, left.length - offset)
  const first = Math.max(0, -offset)
  let envelope = envelopeAt(first, attack, hold, release)
  for (let from = first; from < end; from += STEP) {
    const next = envelopeAt(from + STEP, attack, hold, release)
    const slope = (next - envelope) / STEP
    const to = Math.min(end, from + STEP)
    for (let i = from; i < to; i++) {
      const position = phase + i * speed
      const whole = position | 0
      const part = position - whole
      const a = whole & MASK
      const one = table[a]! + (table[(a + 1) & MASK]! - table[a]!) * part
      const b = (a + APART) & MASK
      const two = table[b]! + (table[(b + 1) & MASK]! - table[b]!) * part
      left[i + offset] = left[i + offset]! + one * envelope * gainLeft
      right[i + offset] = right[i + offset]! + (one + (two - one) * width) * envelope * gainRight
      envelope += slope
    }
    envelope = next
  }
}

/** Smooth attack and release; times in samples. */
function envelopeAt(i: number, attack: number, hold: number, release: number): number {
  const rise = Math.min(1, i / attack)
  const fall = Math.max(0, Math.min(1, 1 - (i - hold) / release))
  return rise * rise * (3 - 2 * rise) * fall * fall * (3 - 2 * fall)
}
