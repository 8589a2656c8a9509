/** Thickness of a bar and distance from one to the next, in CSS pixels. */
const BAR = 2
const PITCH = 3

export interface Canvas {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  /** How much of a CSS pixel lies left of the first whole pixel of the screen. */
  readonly inset: number
  /** Pixels of the screen to a CSS pixel. */
  readonly ratio: number
}

/** A waveform as the path of an SVG: upright bars with round ends, mirrored, stroked `thickness` wide. */
export interface WaveformPath {
  readonly path: string
  readonly thickness: number
}

/** Draws levels (0 to 255) as bars whose sides lie between pixels of the screen, so that all look alike. */
export function waveformPath(
  levels: readonly number[],
  { width, height, inset, ratio }: Canvas,
): WaveformPath {
  const thickness = Math.max(1, Math.round(BAR * ratio)) / ratio
  const pitch = Math.max(2, Math.round(PITCH * ratio)) / ratio
  const count = Math.floor((width - inset - thickness) / pitch) + 1
  const middle = Math.round((height / 2) * ratio) / ratio
  const tallest = height / 2 - thickness / 2
  const path = heights(levels, count).map((share, place) => {
    const x = round(inset + place * pitch + thickness / 2)
    // Silence is a dot: a line of no length has its round ends all the same.
    const half = round(share * tallest)
    return `M${x} ${round(middle - half)}v${round(half * 2)}`
  })
  return { path: path.join(''), thickness }
}

/** Above 1 the loud stands out from the less loud, which the ear tells apart better than the eye. */
const RELIEF = 1.5

/** So many heights of 0 to 1, each by the mean of the levels it stands for, the tallest of all at 1. */
export function heights(levels: readonly number[], count: number): number[] {
  if (levels.length === 0 || count < 1) return []
  const means = Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * levels.length) / count)
    const to = Math.max(from + 1, Math.floor(((place + 1) * levels.length) / count))
    return levels.slice(from, to).reduce((sum, level) => sum + level, 0) / (to - from)
  })
  const most = Math.max(...means)
  return means.map(mean => (most > 0 ? (mean / most) ** RELIEF : 0))
}

const round = (value: number) => Math.round(value * 100) / 100
