import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { expect, it } from 'vitest'
import { decodePreview } from './decode-preview.ts'

/** A picture with a diagonal gradient. */
function paint(width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  for (let n = 0; n < width * height; n++) {
    const [x, y] = [(n % width) / width, Math.floor(n / width) / height]
    rgba.set([255 * x, 255 * (1 - y), 120 + 100 * Math.sin(6 * x), 255], n * 4)
  }
  return rgba
}

it.each([
  [100, 100],
  [100, 60],
  [50, 100],
])('decodes the same pixels as the library for a picture of %d by %d', (width, height) => {
  const hash = rgbaToThumbHash(width, height, paint(width, height))
  const { w, h, rgba } = thumbHashToRGBA(hash)
  const edge = 32
  const ours = decodePreview(hash, edge)
  for (const [x, y] of [
    [0.1, 0.1],
    [0.5, 0.5],
    [0.9, 0.2],
    [0.3, 0.9],
  ] as const) {
    const theirs = (Math.floor(y * h) * w + Math.floor(x * w)) * 4
    const mine = (Math.floor(y * edge) * edge + Math.floor(x * edge)) * 4
    for (let c = 0; c < 3; c++)
      expect(Math.abs((ours[mine + c] ?? 0) - (rgba[theirs + c] ?? 0)), `${x} ${y} ${c}`).toBeLessThan(14)
  }
})
