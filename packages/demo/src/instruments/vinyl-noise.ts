import type { Instrument } from '../compose/score.ts'
import { SAMPLE_RATE } from '../mixing/bus.ts'
import { createRandom, NOISE_LENGTH, whiteNoise } from '../random.ts'

/** Vinyl hiss and crackle for the duration of the note. */
export function vinylNoise(): Instrument {
  return (bus, note) => {
    const random = createRandom(`surface ${note.at}`)
    const noise = whiteNoise()
    const from = Math.round(note.at * SAMPLE_RATE) - bus.start
    const to = Math.min(bus.left.length, from + Math.round(note.length * SAMPLE_RATE))
    let low = 0
    for (let i = Math.max(0, from); i < to; i++) {
      const white = noise[(i * 3) & (NOISE_LENGTH - 1)]! * 0.012
      low += (white - low) * 0.35
      bus.left[i] = bus.left[i]! + low
      bus.right[i] = bus.right[i]! + low * 0.4 + noise[(i * 5 + 77) & (NOISE_LENGTH - 1)]! * 0.003
    }
    for (let i = from; i < to; i += random.integer(900, 16000)) {
      const loud = 0.03 + 0.17 * random.next() ** 4
      const side = random.next()
      const length = random.integer(3, 26)
      for (let k = 0; k < length; k++) {
        const at = i + k
        const value = loud * noise[(at * 7) & (NOISE_LENGTH - 1)]! * (1 - k / length)
        if (at < 0 || at >= to) continue
        bus.left[at] = bus.left[at]! + value * side
        bus.right[at] = bus.right[at]! + value * (1 - side)
      }
    }
  }
}
