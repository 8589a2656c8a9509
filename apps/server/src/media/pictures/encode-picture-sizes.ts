import type { PictureSize } from '@refrain/contract/media/pictures'
import sharp, { type Sharp } from 'sharp'
import type { EncodedPicture } from './encoded-picture.ts'
import { computeThumbHash, dominantColour, type Pixels } from './picture-colours.ts'

const LOOK_SIZE = 36
/** Below this size, resizing costs less than keeping the pixels for the next step. */
const STEPPED = 256
/** Measured on covers of 1000 pixels: effort 4 takes three times the time of 0 and saves a tenth at best. */
export const WEBP = { quality: 76, effort: 0 }

// Pictures are processed in parallel; threads within one would only compete.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Encodes derivatives of a picture, never enlarged.
 * @param square the picture, see decode-picture.ts
 * @param sizes ascending
 */
export async function encodePictureSizes(
  square: Pixels,
  sizes: readonly PictureSize[],
): Promise<EncodedPicture> {
  const edge = square.width
  let pixels = square
  const encoded: [PictureSize, Uint8Array][] = []
  let largest: Buffer | undefined
  for (const size of sizes.toReversed()) {
    // Each size is made from the one above it, which costs a fraction of starting from the whole.
    if (size < edge && size >= STEPPED) pixels = await toPixels(resized(pixels, size))
    // Larger names of a small picture hold its own size.
    const bytes: Buffer =
      (size >= edge ? largest : undefined) ??
      (await resized(pixels, Math.min(size, edge)).webp(WEBP).toBuffer())
    if (size >= edge) largest = bytes
    encoded.push([size, bytes])
  }
  const small = await toPixels(resized(pixels, Math.min(LOOK_SIZE, edge)))
  return { sizes: encoded, colours: { color: dominantColour(small), thumbhash: computeThumbHash(small) } }
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function resized({ data, width, height }: Pixels, edge: number): Sharp {
  const image = sharp(data, { raw: { width, height, channels: 3 } })
  return edge === width ? image : image.resize(edge, edge)
}
