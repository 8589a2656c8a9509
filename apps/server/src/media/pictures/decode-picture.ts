import { countLimits } from '@refrain/contract/limits'
import { PICTURE_EDGE } from '@refrain/contract/media/picture-uploads'
import type { PictureSize } from '@refrain/contract/media/pictures'
import sharp, { type Sharp } from 'sharp'
import { encodePictureSizes, WEBP } from './encode-picture-sizes.ts'
import { type DerivativeForm, type EncodedPicture, FIRST_SIZES } from './encoded-picture.ts'
import type { Pixels } from './picture-colours.ts'
import { PictureError } from './picture-error.ts'

const LIMITS = { limitInputPixels: countLimits.picturePixels, failOn: 'error', pages: 1 } as const
const UPLOAD = { quality: 86, mozjpeg: true }
const ENCODINGS = {
  webp: WEBP,
  /** Measured on covers: half the size of the WebP at the same quality; a higher effort doubles the time. */
  avif: { quality: 50, effort: 3 },
  jpeg: { quality: 82, mozjpeg: true },
}

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

/** Derivatives of a picture's centre square as WebP, with its colours. @throws PictureError */
export async function encodeDerivatives(
  bytes: Uint8Array,
  sizes: readonly PictureSize[] = FIRST_SIZES,
): Promise<EncodedPicture> {
  return encodePictureSizes(await decodeSquare(bytes, Math.max(...sizes)), sizes)
}

/** One derivative of a picture's centre square. @throws PictureError */
export async function encodeDerivative(
  bytes: Uint8Array,
  { format, edge, isEnlarged = false }: DerivativeForm,
): Promise<Uint8Array> {
  const image = await openSquare(bytes, largest => (isEnlarged ? edge : Math.min(edge, largest)))
  return image.toFormat(format, ENCODINGS[format]).toBuffer().catch(asPictureError)
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
    .jpeg(UPLOAD)
    .toBuffer()
    .catch(asPictureError)
  return { jpeg, derivatives: await encodeDerivatives(jpeg) }
}

async function decodeSquare(bytes: Uint8Array, most: number): Promise<Pixels> {
  const image = await openSquare(bytes, largest => Math.min(most, largest))
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true }).catch(asPictureError)
  if (info.channels !== 3) throw new PictureError(`it has ${info.channels} channels`)
  return { data, width: info.width, height: info.height }
}

/**
 * The centre square of a picture, upright and opaque.
 * @param chooseEdge gets the edge of the largest square in the picture
 */
async function openSquare(bytes: Uint8Array, chooseEdge: (largest: number) => number): Promise<Sharp> {
  const header = await sharp(bytes, LIMITS).metadata().catch(asPictureError)
  const edge = chooseEdge(Math.min(header.width, header.height))
  let image = sharp(bytes, LIMITS)
  // Skips steps that change nothing: each costs time.
  if ((header.orientation ?? 1) > 1) image = image.rotate()
  if (header.width !== edge || header.height !== edge) image = image.resize(edge, edge, { fit: 'cover' })
  if (header.hasAlpha) image = image.flatten({ background: '#ffffff' })
  return image.toColourspace('srgb')
}

function asPictureError(error: unknown): never {
  const text = (error as Error).message.split('\n')[0] ?? ''
  if (text.includes('pixel limit')) throw new PictureError('it has more than 40 million pixels')
  throw new PictureError(`it is damaged (${text})`)
}
