/** Sample rate of the test signal. */
export const RATE = 44_100
/** Where the signal is cut into tracks, in samples: lengths that fall on no frame of any codec. */
export const LENGTHS = [123_457, 118_903, 126_011] as const

const TOTAL = LENGTHS.reduce((sum, length) => sum + length, 0)
const LOW = 250
const HIGH = 2_500
const LOUD = 0.5
const LONG_SLOPE = 20

/**
 * A tone that climbs from 250 to 2500 Hz without a break: it sounds different at every instant, so that
 * a piece of a recording tells exactly where it belongs. 16-bit steps, from -1 to 1.
 */
export function testSignal(rate = RATE): Float32Array {
  const slope = (HIGH - LOW) / (TOTAL / RATE)
  return Float32Array.from({ length: Math.floor((TOTAL * rate) / RATE) }, (_, i) => {
    const t = i / rate
    const value = LOUD * Math.sin(2 * Math.PI * (LOW * t + (slope * t * t) / 2))
    return Math.round(value * 32_767) / 32_768
  })
}

/** Where the tracks end, in samples of some rate. */
export const cutsAt = (rate: number) =>
  LENGTHS.map((_, i) =>
    Math.floor((LENGTHS.slice(0, i + 1).reduce((sum, length) => sum + length, 0) * rate) / RATE),
  )

/** The tracks the signal is cut into, in order. */
export function testTracks(): Float32Array[] {
  const signal = testSignal()
  const cuts = cutsAt(RATE)
  return cuts.map((cut, i) => signal.subarray(cuts[i - 1] ?? 0, cut))
}

/** The same at 96 kHz, cut where 48 kHz have a sample, too. */
export function highTracks(): Float32Array[] {
  const signal = testSignal(96_000)
  const cuts = cutsAt(48_000)
  return cuts.map((cut, i) => signal.subarray(2 * (cuts[i - 1] ?? 0), 2 * cut))
}

/** What a moment of the signal sounds like, in Hz. */
export const frequencyAt = (sample: number) => LOW + ((HIGH - LOW) * sample) / TOTAL

/** A tone that climbs slowly from 250 Hz, by 20 Hz a second, for as long as is asked for. */
export function longSignal(seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const t = i / RATE
    return LOUD * Math.sin(2 * Math.PI * (LOW * t + (LONG_SLOPE * t * t) / 2))
  })
}

/** What a moment of the long signal sounds like, in Hz. */
export const longFrequencyAt = (seconds: number) => LOW + LONG_SLOPE * seconds

/** A pure tone. */
export function tone(frequency: number, seconds: number, loud: number): Float32Array {
  return Float32Array.from(
    { length: seconds * RATE },
    (_, i) => loud * Math.sin((2 * Math.PI * frequency * i) / RATE),
  )
}

/** How loud a pure tone is in a piece of a recording, as its amplitude. */
export function amplitudeOf(frequency: number, piece: Float32Array): number {
  let cosine = 0
  let sine = 0
  piece.forEach((sample, i) => {
    cosine += sample * Math.cos((2 * Math.PI * frequency * i) / RATE)
    sine += sample * Math.sin((2 * Math.PI * frequency * i) / RATE)
  })
  return (2 * Math.hypot(cosine, sine)) / piece.length
}
