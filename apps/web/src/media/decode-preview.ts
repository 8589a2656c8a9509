/** One of the three channels of a ThumbHash: lightness (l), yellow-blue (p) and red-green (q). */
interface Channel {
  readonly mean: number
  /** Cosine terms: their horizontal and vertical frequency, and amplitude. */
  readonly waves: readonly { readonly across: number; readonly down: number; readonly strength: number }[]
}

/** Bytes before the cosine terms. */
const HEADER = 5
const MAX_WAVES = 7

/**
 * Decodes an opaque ThumbHash to RGBA pixels, `edge` by `edge`. Unlike the library, it can decode to a few pixels, which
 * is fast enough for every card; the browser scales them up smoothly.
 */
export function decodePreview(hash: Uint8Array, edge: number): Uint8ClampedArray {
  const at = (byte: number) => hash[byte] ?? 0
  const bits = at(0) | (at(1) << 8) | (at(2) << 16)
  const more = at(3) | (at(4) << 8)
  const isLandscape = more >> 15 === 1
  const shorter = Math.max(3, more & 7)
  let next = HEADER * 2
  const nibble = () => {
    const byte = at(next >> 1)
    return next++ % 2 === 0 ? byte & 15 : byte >> 4
  }
  function channel(mean: number, scale: number, columns: number, rows: number): Channel {
    const waves = []
    for (let down = 0; down < rows; down++) {
      for (let across = down === 0 ? 1 : 0; across * rows < columns * (rows - down); across++)
        waves.push({ across, down, strength: (nibble() / 7.5 - 1) * scale * 2 })
    }
    return { mean, waves }
  }
  const lightness = channel(
    (bits & 63) / 63,
    ((bits >> 18) & 31) / 31,
    isLandscape ? 7 : shorter,
    isLandscape ? shorter : 7,
  )
  const yellow = channel(((bits >> 6) & 63) / 31.5 - 1, (((more >> 3) & 63) / 63) * 1.25, 3, 3)
  const red = channel(((bits >> 12) & 63) / 31.5 - 1, (((more >> 9) & 63) / 63) * 1.25, 3, 3)

  const cosines = Array.from({ length: edge * MAX_WAVES }, (_, n) =>
    Math.cos((Math.PI / edge) * (Math.floor(n / MAX_WAVES) + 0.5) * (n % MAX_WAVES)),
  )
  const cosine = (position: number, wave: number) => cosines[position * MAX_WAVES + wave] ?? 0
  function value({ mean, waves }: Channel, x: number, y: number): number {
    let sum = mean
    for (const { across, down, strength } of waves) sum += strength * cosine(x, across) * cosine(y, down)
    return sum
  }
  const pixels = new Uint8ClampedArray(edge * edge * 4)
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++) {
      const [l, p, q] = [value(lightness, x, y), value(yellow, x, y), value(red, x, y)]
      const b = l - (2 / 3) * p
      const r = (3 * l - b + q) / 2
      pixels.set([r * 255, (r - q) * 255, b * 255, 255], (y * edge + x) * 4)
    }
  }
  return pixels
}
