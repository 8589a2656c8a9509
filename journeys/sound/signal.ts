/** Sample rate of the test signal. */
export const RATE = 44_100
/** Track lengths in samples; none is a multiple of any codec's frame. */
export const LENGTHS = [123_457, 118_903, 126_011] as const

const TOTAL = LENGTHS.reduce((sum, length) => sum + length, 0)
const LOW = 250
const HIGH = 2_500
const LOUD = 0.5
const LONG_SLOPE = 20

/**
 * A sweep from 250 to 2500 Hz: every instant is unique, so a piece of a recording identifies its position.
 * 16-bit steps, from -1 to 1.
 */
export function testSignal(rate = RATE): Float32Array {
  const slope = (HIGH - LOW) / (TOTAL / RATE)
  return Float32Array.from({ length: Math.floor((TOTAL * rate) / RATE) }, (_, i) => {
    const t = i / rate
    const value = LOUD * Math.sin(2 * Math.PI * (LOW * t + (slope * t * t) / 2))
    return Math.round(value * 32_767) / 32_768
  })
}

/** Track ends in samples at a given rate. */
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

/** The same at 96 kHz, cut at positions that exist at 48 kHz too. */
export function highTracks(): Float32Array[] {
  const signal = testSignal(96_000)
  const cuts = cutsAt(48_000)
  return cuts.map((cut, i) => signal.subarray(2 * (cuts[i - 1] ?? 0), 2 * cut))
}

/** Frequency of the signal at a sample, in Hz. */
export const frequencyAt = (sample: number) => LOW + ((HIGH - LOW) * sample) / TOTAL

/**
 * Two sweeps in opposite directions, for lossy audio of up to 22 s. Encoding changes a single sweep a little, so that a piece
 * of it can be mistaken for the one a period later.
 */
export function doubleSweep(seconds: number, rate = RATE): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, i) => {
    const t = i / rate
    const up = Math.sin(2 * Math.PI * (LOW * t + 135 * t * t))
    const down = Math.sin(2 * Math.PI * (6_000 * t - 90 * t * t))
    return (LOUD / 2) * (up + down)
  })
}

/** A sweep from 250 Hz upwards at 20 Hz per second. */
export function longSignal(seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const t = i / RATE
    return LOUD * Math.sin(2 * Math.PI * (LOW * t + (LONG_SLOPE * t * t) / 2))
  })
}

/** Frequency of the long signal at a time, in Hz. */
export const longFrequencyAt = (seconds: number) => LOW + LONG_SLOPE * seconds

/** A pure tone. */
export function tone(frequency: number, seconds: number, loud: number): Float32Array {
  return Float32Array.from(
    { length: seconds * RATE },
    (_, i) => loud * Math.sin((2 * Math.PI * frequency * i) / RATE),
  )
}

/** Amplitude of a pure tone in a piece of a recording. */
export function amplitudeOf(frequency: number, piece: Float32Array): number {
  let cosine = 0
  let sine = 0
  piece.forEach((sample, i) => {
    cosine += sample * Math.cos((2 * Math.PI * frequency * i) / RATE)
    sine += sample * Math.sin((2 * Math.PI * frequency * i) / RATE)
  })
  return (2 * Math.hypot(cosine, sine)) / piece.length
}

/** A tenth of a second: whole periods of tones at multiples of ten hertz. */
const WINDOW = RATE / 10

/** Tones, alone or together, in order, that last at least this many tenths of a second. */
export function tonesIn(
  recording: Float32Array,
  tones: readonly number[],
  loud: number,
  leastWindows = 1,
): string[] {
  const found: string[] = []
  let before = ''
  let windows = 0
  for (let at = 0; at + WINDOW <= recording.length; at += WINDOW) {
    const piece = recording.subarray(at, at + WINDOW)
    const audible = tones.filter(frequency => amplitudeOf(frequency, piece) > loud / 5).join(' and ')
    windows = audible === before ? windows + 1 : 1
    before = audible
    if (audible && windows >= leastWindows && audible !== found.at(-1)) found.push(audible)
  }
  return found
}
