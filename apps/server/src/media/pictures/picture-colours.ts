import {
  clampChroma,
  converter,
  formatHex,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode,
  wcagContrast,
} from 'culori/fn'
import { rgbaToThumbHash } from 'thumbhash'

/** Contrast of white text on the colour (WCAG 2.2 AA). */
const CONTRAST = 4.5
/** Colours are counted in a histogram with this many steps per channel. */
const STEPS = 12
/** Weight of chroma: vivid colours count this much more than greys. */
const WEIGHT_OF_COLOUR = 9

// Only the colour spaces that these functions pass through: all of them would be 150 files.
useMode(modeRgb)
useMode(modeLrgb)
useMode(modeOklab)
useMode(modeOklch)
useMode(modeLch)
const toOklch = converter('oklch')

/** RGB pixels, one byte per channel. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * The dominant colour as `#rrggbb`: the most frequent one, vivid colours weighted more than greys, darkened
 * until white text on it has a contrast of 4.5:1.
 */
export function dominantColour({ data }: Pixels): string {
  const boxes = new Map<number, { r: number; g: number; b: number; count: number }>()
  const step = (value: number) => Math.floor((value * STEPS) / 256)
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
    const key = (step(r) * STEPS + step(g)) * STEPS + step(b)
    const box = boxes.get(key)
    if (!box) boxes.set(key, { r, g, b, count: 1 })
    else {
      box.r += r
      box.g += g
      box.b += b
      box.count++
    }
  }
  let best = { weight: -1, colour: '#000000' }
  for (const { r, g, b, count } of boxes.values()) {
    const colour = { mode: 'rgb' as const, r: r / count / 255, g: g / count / 255, b: b / count / 255 }
    const { l, c } = toOklch(colour)
    // Near black and white, chroma is rounding noise.
    const visible = Math.min(1, Math.max(0, (l - 0.15) / 0.2)) * Math.min(1, Math.max(0, (1 - l) / 0.1))
    const weight = count * (0.15 + visible * (0.4 + WEIGHT_OF_COLOUR * c))
    if (weight > best.weight) best = { weight, colour: formatHex(colour) }
  }
  return clampColour(best.colour)
}

/** Darkens a colour until white text on it has a contrast of 4.5:1. */
export function clampColour(colour: string): string {
  const wanted = toOklch(colour)
  if (!wanted) return '#333333'
  let [low, high] = [0, wanted.l]
  const at = (l: number) => formatHex(clampChroma({ ...wanted, l }, 'oklch'))
  if (wcagContrast('#ffffff', at(high)) >= CONTRAST) return at(high)
  for (let n = 0; n < 16; n++) {
    const middle = (low + high) / 2
    if (wcagContrast('#ffffff', at(middle)) >= CONTRAST) low = middle
    else high = middle
  }
  return at(low)
}

/** The colour of something without a picture, derived from its id. */
export function colourForId(id: string): string {
  let hash = 0
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 3600
  return clampColour(formatHex(clampChroma({ mode: 'oklch', l: 0.48, c: 0.09, h: hash / 10 }, 'oklch')))
}

/** A picture's blurred preview, as a ThumbHash in base64. @param pixels at most 100 × 100 */
export function computeThumbHash({ data, width, height }: Pixels): string {
  const rgba = new Uint8Array(width * height * 4)
  for (let n = 0; n < width * height; n++) {
    rgba.set(data.subarray(n * 3, n * 3 + 3), n * 4)
    rgba[n * 4 + 3] = 255
  }
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64')
}
