import { PictureError } from './picture-error.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda

export interface JpegScans {
  readonly pixels: number
  readonly scans: number
}

/**
 * Counts the scans of a JPEG's main image without decoding it. Thumbnails inside segments and whatever follows the end
 * of the image are ignored, as decoders do.
 * @throws PictureError where a segment is cut short
 */
export function countJpegScans(bytes: Uint8Array): JpegScans {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let pixels = 0
  let scans = 0
  let at = nextMarker(bytes, 0)
  while (at < bytes.length) {
    const marker = bytes[at++]!
    if (marker === EOI) break
    if (!hasLength(marker)) {
      at = nextMarker(bytes, at)
      continue
    }
    if (at + 2 > bytes.length) break
    const length = view.getUint16(at)
    if (length < 2 || at + length > bytes.length)
      throw new PictureError('it is damaged (a segment is cut short)')
    if (isFrame(marker) && length >= 7)
      pixels = Math.max(pixels, view.getUint16(at + 3) * view.getUint16(at + 5))
    if (marker === SOS) scans++
    at = nextMarker(bytes, at + length)
  }
  return { pixels, scans }
}

/** Position of the next marker's code: skips entropy-coded data, in which 0xff is followed by 0. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at++
    if (at < bytes.length && bytes[at] !== 0) return at
  }
  return bytes.length
}

/** Restart markers, SOI, EOI and reserved codes stand alone. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= SOI)
}

/** SOF0 to SOF15; the codes between them that are tables or reserved are not. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
