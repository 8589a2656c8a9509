/** Width of a bar and distance between bars, in CSS pixels. */
const BAR = 2
const PITCH = 3

export interface Canvas {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  /** Fraction of a CSS pixel before the first whole device pixel. */
  readonly inset: number
  /** Device pixels per CSS pixel. */
  readonly ratio: number
}

/** A waveform as an SVG path: vertical bars with round caps, mirrored, to be stroked `thickness` wide. */
export interface WaveformPath {
  readonly path: string
  readonly thickness: number
}

/** Turns levels (0 to 255) into bars aligned to device pixels, so that all look alike. */
export function waveformPath(
  levels: readonly number[],
  { width, height, inset, ratio }: Canvas,
): WaveformPath {
  const thickness = Math.max(1, Math.round(BAR * ratio)) / ratio
  const pitch = Math.max(2, Math.round(PITCH * ratio)) / ratio
  const count = Math.floor((width - inset - thickness) / pitch) + 1
  const middle = Math.round((height / 2) * ratio) / ratio
  const tallest = height / 2 - thickness / 2
  const path = heights(levels, count).map((share, index) => {
    const x = round(inset + index * pitch + thickness / 2)
    // Silence is a dot: a zero-length line still has round caps.
    const half = round(share * tallest)
    return `M${x} ${round(middle - half)}v${round(half * 2)}`
  })
  return { path: path.join(''), thickness }
}

/** Exponent above 1 to emphasise differences between loud passages. */
const RELIEF = 1.5

/** Resamples levels to `count` heights from 0 to 1, each the mean of its levels, scaled to the tallest. */
export function heights(levels: readonly number[], count: number): number[] {
  if (levels.length === 0 || count < 1) return []
  const means = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / count))
    return levels.slice(from, to).reduce((sum, level) => sum + level, 0) / (to - from)
  })
  const most = Math.max(...means)
  return means.map(mean => (most > 0 ? (mean / most) ** RELIEF : 0))
}

const round = (value: number) => Math.round(value * 100) / 100
