import { type Bus, panGains, SAMPLE_RATE } from './bus.ts'
import { PAD_LENGTH, type PadSpec, padTable } from './pad-table.ts'
import { hashSeed } from './random.ts'
import type { Instrument } from './score.ts'

const MASK = PAD_LENGTH - 1

/** Strings, choirs, organs and clouds: a pad table read twice, so that left and right differ. */
export function pad(spec: PadSpec, attack: number, release: number, width = 1): Instrument {
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
  const apart = (PAD_LENGTH >> 1) | 0
  for (let i = Math.max(0, -offset); i < end; i++) {
    let envelope = 1
    if (i < attack) {
      const rise = i / attack
      envelope = rise * rise * (3 - 2 * rise)
    }
    if (i >= hold) {
      const fall = 1 - (i - hold) / release
      envelope *= fall * fall * (3 - 2 * fall)
    }
    const position = phase + i * speed
    const whole = Math.floor(position)
    const part = position - whole
    const a = whole & MASK
    const first = table[a]!
    const one = first + (table[(a + 1) & MASK]! - first) * part
    const b = (a + apart) & MASK
    const second = table[b]!
    const two = second + (table[(b + 1) & MASK]! - second) * part
    const other = one + (two - one) * width
    left[i + offset] = left[i + offset]! + one * envelope * gainLeft
    right[i + offset] = right[i + offset]! + other * envelope * gainRight
  }
}
