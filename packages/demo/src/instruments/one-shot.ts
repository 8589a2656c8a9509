import type { Instrument, Note } from '../compose/score.ts'
import { addToBus, type Bus, panGains, SAMPLE_RATE } from '../mixing/bus.ts'
import { createRandom, type Random } from '../random.ts'

/** Renders a single hit or pluck; `force` is 0 to 1. */
export type RenderHit = (frequency: number, force: number, random: Random, seconds: number) => Float32Array

/**
 * An instrument that rings freely after each hit. Each pitch is rendered once soft and once hard,
 * then reused: most notes only cost the mixing.
 */
export function oneShot(
  name: string,
  stroke: RenderHit,
  options: { ring: number; release: number; level: number; spread?: number },
): Instrument {
  const made = new Map<string, Float32Array>()
  return (bus: Bus, note: Note) => {
    const hard = note.velocity > 0.62
    const key = `${name} ${note.pitch} ${hard}`
    let sound = made.get(key)
    if (!sound) {
      const frequency = 440 * 2 ** ((note.pitch - 69) / 12)
      sound = stroke(frequency, hard ? 0.85 : 0.45, createRandom(key), options.ring)
      made.set(key, sound)
    }
    const spread = (options.spread ?? 0) * Math.max(-1, Math.min(1, (note.pitch - 62) / 26))
    const [left, right] = panGains((note.pan ?? 0) + spread, options.level * note.velocity ** 1.4)
    const hold = Math.round(note.length * SAMPLE_RATE)
    addToBus(
      bus,
      sound,
      Math.round(note.at * SAMPLE_RATE),
      hold,
      Math.round(options.release * SAMPLE_RATE),
      left,
      right,
    )
  }
}

/** Adds one decaying partial with the recurrence of a damped sine. */
export function addPartial(
  out: Float32Array,
  frequency: number,
  amplitude: number,
  seconds: number,
  phase: number,
): void {
  if (frequency > 15000) return
  const decay = Math.exp(-6.907755 / (seconds * SAMPLE_RATE))
  const w = (2 * Math.PI * frequency) / SAMPLE_RATE
  const k1 = 2 * decay * Math.cos(w)
  const k2 = -decay * decay
  let y1 = amplitude * Math.sin(phase)
  let y2 = (amplitude * Math.sin(phase - w)) / decay
  // A partial is inaudible below -75 dB of its initial level.
  const end = Math.min(out.length, Math.floor(seconds * 1.25 * SAMPLE_RATE))
  for (let i = 0; i < end; i++) {
    out[i] = out[i]! + y1
    const y = k1 * y1 + k2 * y2
    y2 = y1
    y1 = y
  }
}

/** Fades both ends to avoid clicks. */
export function smoothEnds(out: Float32Array, attackSeconds: number): Float32Array {
  const rise = Math.max(8, Math.round(attackSeconds * SAMPLE_RATE))
  for (let i = 0; i < rise; i++) out[i] = (out[i]! * i) / rise
  const fall = Math.min(2000, out.length)
  for (let i = 0; i < fall; i++) out[out.length - 1 - i] = (out[out.length - 1 - i]! * i) / fall
  return out
}
