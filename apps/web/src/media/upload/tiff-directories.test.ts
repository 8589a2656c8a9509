import { expect, it } from 'vitest'
import { hasFiniteDirectories } from './tiff-directories.ts'

/** A TIFF without images: chained directories of one entry each, at the given offsets. */
function tiff(places: readonly number[], little: boolean): ArrayBuffer {
  const bytes = new DataView(new ArrayBuffer(2_000))
  bytes.setUint16(0, little ? 0x4949 : 0x4d4d)
  bytes.setUint16(2, 42, little)
  bytes.setUint32(4, places[0] ?? 0, little)
  places.slice(0, -1).forEach((place, index) => {
    bytes.setUint16(place, 1, little)
    bytes.setUint32(place + 14, places[index + 1] ?? 0, little)
  })
  return bytes.buffer
}

it.each([true, false])('tells a finite chain of directories from a cycle (PROP-54, READ-64)', little => {
  expect(hasFiniteDirectories(tiff([8, 40, 80, 0], little))).toBe(true)
  expect(hasFiniteDirectories(tiff([8, 8], little))).toBe(false)
  expect(hasFiniteDirectories(tiff([8, 40, 8], little))).toBe(false)
})

it('treats a truncated chain as finite', () => {
  expect(hasFiniteDirectories(tiff([5_000], true))).toBe(true)
  expect(hasFiniteDirectories(new ArrayBuffer(3))).toBe(true)
})
