import { countLimits } from '@refrain/contract/limits'
import { PICTURE_EDGE } from '@refrain/contract/media/picture-uploads'
import { PICTURE_SIZES, type PictureSize } from '@refrain/contract/media/pictures'
import sharp, { type Sharp } from 'sharp'
import { encodePictureSizes } from './encode-picture-sizes.ts'
import type { EncodedPicture } from './encoded-picture.ts'
import type { Pixels } from './picture-colours.ts'
import { PictureError } from './picture-error.ts'

const LARGEST = PICTURE_SIZES[PICTURE_SIZES.length - 1] as PictureSize
const LIMITS = { limitInputPixels: countLimits.picturePixels, failOn: 'error', pages: 1 } as const
const JPEG = { quality: 86, mozjpeg: true }

/** An uploaded picture as it is stored. */
export interface Reencoded {
  readonly jpeg: Uint8Array
  /** Of its centre square. */
  readonly derivatives: EncodedPicture
}

/**
 * Edge of the largest square in a picture, read from its header.
 * @throws PictureError
 */
export async function measureEdge(bytes: Uint8Array): Promise<number> {
  const { width, height } = await sharp(bytes, LIMITS).metadata().catch(asPictureError)
  return Math.min(width, height)
}

/** The centre square of a picture, upright and opaque, at most as large as the largest derivative. @throws PictureError */
export async function decodeSquare(bytes: Uint8Array): Promise<Pixels> {
  const header = await sharp(bytes, LIMITS).metadata().catch(asPictureError)
  const edge = Math.min(LARGEST, header.width, header.height)
  let image = sharp(bytes, LIMITS)
  // Skips steps that change nothing: each costs time.
  if ((header.orientation ?? 1) > 1) image = image.rotate()
  if (header.width !== edge || header.height !== edge) image = image.resize(edge, edge, { fit: 'cover' })
  if (header.hasAlpha) image = image.flatten({ background: '#ffffff' })
  return toPixels(image)
}

/** The derivatives of a picture's centre square. @throws PictureError */
export async function encodeDerivatives(bytes: Uint8Array): Promise<EncodedPicture> {
  return encodePictureSizes(await decodeSquare(bytes))
}

/**
 * Reencodes an uploaded picture as an upright, opaque JPEG. None of its bytes remain, nor its metadata
 * (place, camera).
 * @throws PictureError
 */
export async function reencode(bytes: Uint8Array): Promise<Reencoded> {
  const jpeg = await sharp(bytes, LIMITS)
    .rotate()
    .resize(PICTURE_EDGE, PICTURE_EDGE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg(JPEG)
    .toBuffer()
    .catch(asPictureError)
  return { jpeg, derivatives: await encodeDerivatives(jpeg) }
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(asPictureError)
  if (info.channels !== 3) throw new PictureError(`it has ${info.channels} channels`)
  return { data, width: info.width, height: info.height }
}

function asPictureError(error: unknown): never {
  const text = (error as Error).message.split('\n')[0] ?? ''
  if (text.includes('pixel limit')) throw new PictureError('it has more than 40 million pixels')
  throw new PictureError(`it is damaged (${text})`)
}
