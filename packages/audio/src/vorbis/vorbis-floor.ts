import { bitLength, type VorbisBits } from './vorbis-bits.ts'
import type { Codebook } from './vorbis-codebook.ts'

/** The spectral envelope as a line through points (floor 1; Vorbis I, section 7). */
export interface Floor {
  readonly classOf: readonly number[]
  readonly classes: readonly FloorClass[]
  readonly multiplier: number
  /** Positions of the points in the spectrum, in bitstream order. */
  readonly places: readonly number[]
  /** The points sorted by position, and each point's neighbours among the earlier ones. */
  readonly order: readonly number[]
  readonly below: readonly number[]
  readonly above: readonly number[]
}

interface FloorClass {
  readonly dimensions: number
  readonly subclasses: number
  readonly master: number
  readonly books: readonly number[]
}

const RANGES = [256, 128, 86, 64]
/** 140 dB in 256 steps. */
const AMPLITUDES = Float32Array.from({ length: 256 }, (_, i) => 10 ** (((i - 255) * 140) / 256 / 20))

/**
 * Reads a floor of the setup header.
 * @throws Error if it is damaged
 */
export function readFloor(bits: VorbisBits, books: number): Floor {
  // Floor 0 has not been written by encoders since 2001.
  if (bits.read(16) !== 1) throw new Error('This kind of Vorbis floor cannot be read.')
  const classOf = Array.from({ length: bits.read(5) }, () => bits.read(4))
  const classes = Array.from({ length: Math.max(-1, ...classOf) + 1 }, (): FloorClass => {
    const dimensions = bits.read(3) + 1
    const subclasses = bits.read(2)
    const master = subclasses > 0 ? bits.read(8) : -1
    const own = Array.from({ length: 1 << subclasses }, () => bits.read(8) - 1)
    if (Math.max(master, ...own) >= books) throw new Error('A Vorbis floor names a book that is not there.')
    return { dimensions, subclasses, master, books: own }
  })
  const multiplier = bits.read(2) + 1
  const width = bits.read(4)
  const places = [0, 1 << width]
  for (const each of classOf) {
    for (let i = 0; i < (classes[each] as FloorClass).dimensions; i++) places.push(bits.read(width))
  }
  if (new Set(places).size < places.length || places.length > 65)
    throw new Error('A Vorbis floor is damaged.')
  const order = places.map((_, i) => i).sort((a, b) => (places[a] as number) - (places[b] as number))
  const neighbour = (i: number, isNear: (place: number, best: number) => boolean, start: number) => {
    let found = start
    for (let j = 0; j < i; j++) if (isNear(places[j] as number, places[found] as number)) found = j
    return found
  }
  const below = places.map((own, i) => neighbour(i, (place, best) => place < own && place > best, 0))
  const above = places.map((own, i) => neighbour(i, (place, best) => place > own && place < best, 1))
  return { classOf, classes, multiplier, places, order, below, above }
}

/** Reads the values of a packet's points; false if the channel is silent. */
export function readFloorHeights(
  bits: VorbisBits,
  floor: Floor,
  books: readonly Codebook[],
  heights: Int32Array,
): boolean {
  if (bits.read(1) === 0) return false
  const width = bitLength((RANGES[floor.multiplier - 1] as number) - 1)
  heights[0] = bits.read(width)
  heights[1] = bits.read(width)
  let point = 2
  for (const each of floor.classOf) {
    const { dimensions, subclasses, master, books: own } = floor.classes[each] as FloorClass
    let chosen = subclasses > 0 ? (books[master] as Codebook).decode(bits) : 0
    if (chosen < 0) return false
    for (let i = 0; i < dimensions; i++) {
      const book = own[chosen & ((1 << subclasses) - 1)] as number
      chosen >>>= subclasses
      const height = book >= 0 ? (books[book] as Codebook).decode(bits) : 0
      if (height < 0) return false
      heights[point++] = height
    }
  }
  return !bits.isOver
}

/** Multiplies a spectrum by the envelope. */
export function applyFloor(floor: Floor, heights: Int32Array, spectrum: Float32Array): void {
  const { places, order, multiplier } = floor
  const isSet = settle(floor, heights)
  const length = spectrum.length
  let fromX = 0
  let fromY = (heights[0] as number) * multiplier
  for (const point of order) {
    if (point === 0 || !isSet[point]) continue
    const toX = places[point] as number
    const toY = (heights[point] as number) * multiplier
    drawLine(spectrum, fromX, fromY, toX, toY, length)
    fromX = toX
    fromY = toY
  }
  if (fromX < length) drawLine(spectrum, fromX, fromY, length, fromY, length)
}

/** Converts differences from the interpolated line to values. */
function settle(floor: Floor, heights: Int32Array): Uint8Array {
  const { places, below, above, multiplier } = floor
  const range = RANGES[multiplier - 1] as number
  const isSet = new Uint8Array(places.length)
  isSet[0] = 1
  isSet[1] = 1
  for (let i = 2; i < places.length; i++) {
    const low = below[i] as number
    const high = above[i] as number
    const rise = (heights[high] as number) - (heights[low] as number)
    const run = (places[high] as number) - (places[low] as number)
    const way = Math.trunc((Math.abs(rise) * ((places[i] as number) - (places[low] as number))) / run)
    const expected = (heights[low] as number) + (rise < 0 ? -way : way)
    const coded = heights[i] as number
    heights[i] = expected
    if (coded === 0) continue
    isSet[low] = 1
    isSet[high] = 1
    isSet[i] = 1
    const upward = range - expected
    const room = 2 * Math.min(upward, expected)
    if (coded >= room) heights[i] = upward > expected ? coded : range - 1 - coded
    else heights[i] = coded & 1 ? expected - ((coded + 1) >> 1) : expected + (coded >> 1)
  }
  return isSet
}

/** Bresenham's line in integers, as in the standard. */
function drawLine(
  spectrum: Float32Array,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  length: number,
): void {
  const run = toX - fromX
  const rise = toY - fromY
  const base = Math.trunc(rise / run)
  const step = rise < 0 ? base - 1 : base + 1
  const rest = Math.abs(rise) - Math.abs(base * run)
  let y = fromY
  let error = 0
  for (let x = fromX; x < toX && x < length; x++) {
    if (x > fromX) {
      error += rest
      if (error >= run) {
        error -= run
        y += step
      } else y += base
    }
    spectrum[x] = (spectrum[x] as number) * (AMPLITUDES[y & 255] as number)
  }
}
