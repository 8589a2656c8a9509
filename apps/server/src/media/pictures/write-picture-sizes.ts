import { dirname } from 'node:path'
import { PICTURE_SIZES, type PictureSize } from '@refrain/contract/media/pictures'
import sharp, { type Sharp } from 'sharp'
import { makeDurableFolder, syncFolder, writeAtomically } from '../files/write-atomically.ts'
import { computeThumbHash, dominantColour, type Pixels } from './picture-colours.ts'
import { pictureFilePath } from './picture-path.ts'

const LOOK_SIZE = 36
/** Below this size, resizing costs less than keeping the pixels for the next step. */
const STEPPED = 256
/** Measured on covers of 1000 pixels: effort 4 takes three times the time of 0 and saves a tenth at best. */
const WEBP = { quality: 76, effort: 0 }
const LARGEST = PICTURE_SIZES[PICTURE_SIZES.length - 1] as PictureSize

// Pictures are processed in parallel; threads within one would only compete.
sharp.concurrency(1)
sharp.cache(false)

export interface PictureColours {
  /** `#rrggbb`, dark enough for white text. */
  readonly color: string
  readonly thumbhash: string
}

/**
 * Writes the derivatives of a picture, square and never enlarged, and flushes them to the disk: a row that names them may
 * be there after a power cut.
 * @param picturePath `<hash>.webp`
 * @param square the picture, see decode-picture.ts
 */
export async function writePictureSizes(
  dataDir: string,
  picturePath: string,
  square: Pixels,
): Promise<PictureColours> {
  const edge = square.width
  let pixels = square
  const folder = dirname(pictureFilePath(dataDir, picturePath, LARGEST, 'webp'))
  await makeDurableFolder(dirname(dataDir), folder)
  let largest: Buffer | undefined
  for (const size of PICTURE_SIZES.toReversed()) {
    // Each size is made from the one above it, which costs a fraction of starting from the whole.
    if (size < edge && size >= STEPPED) pixels = await toPixels(resized(pixels, size))
    // Larger names of a small picture hold its own size.
    const encoded: Buffer =
      (size >= edge ? largest : undefined) ??
      (await resized(pixels, Math.min(size, edge)).webp(WEBP).toBuffer())
    if (size >= edge) largest = encoded
    await writeAtomically(pictureFilePath(dataDir, picturePath, size, 'webp'), encoded, {
      durable: 'content',
    })
  }
  await syncFolder(folder)
  const small = await toPixels(resized(pixels, Math.min(LOOK_SIZE, edge)))
  return { color: dominantColour(small), thumbhash: computeThumbHash(small) }
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function resized({ data, width, height }: Pixels, edge: number): Sharp {
  const image = sharp(data, { raw: { width, height, channels: 3 } })
  return edge === width ? image : image.resize(edge, edge)
}
