import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PICTURE_SIZES, type PictureSize } from '@refrain/contract/media'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { dominantColour, type Pixels, thumbHashOf } from './picture-look.ts'
import { picturePath } from './picture-path.ts'
import { writeWhole } from './write-whole.ts'

const MOST_BYTES = 20 * 1024 * 1024
const MOST_PIXELS = 40_000_000
const LOOK_SIZE = 36
/** Below this size, resizing costs less than keeping the pixels for the next step. */
const STEPPED = 256
/** Measured on covers of 1000 pixels: effort 4 takes three times the time of 0 and saves a tenth at best. */
const WEBP = { quality: 76, effort: 0 }
const LARGEST = PICTURE_SIZES[PICTURE_SIZES.length - 1] as PictureSize

// Pictures are worked on side by side; threads inside one of them only get in each other's way.
sharp.concurrency(1)
sharp.cache(false)

export interface PictureLook {
  /** `#rrggbb`, dark enough for white text. */
  readonly color: string
  readonly thumbhash: string
}

/** Why a picture cannot be used, in words for the operator. */
export class PictureError extends Error {
  override name = 'PictureError'
}

/** Edge of the largest square in a picture, told by its header. @throws PictureError when it is none. */
export async function measurePicture(bytes: Uint8Array): Promise<number> {
  const { width, height } = await readHeader(bytes)
  return Math.min(width, height)
}

/**
 * Keeps a picture in all its sizes, square and never enlarged, under a name of the caller's.
 * @param profilePath `<hash>.webp`
 * @param options see writeWhole
 * @throws PictureError when the bytes are no picture that we take.
 */
export async function keepPicture(
  dataDir: string,
  profilePath: string,
  bytes: Uint8Array,
  options: { durable?: boolean } = {},
): Promise<PictureLook> {
  const header = await readHeader(bytes)
  const edge = Math.min(LARGEST, header.width, header.height)
  let pixels = await toPixels(squared(bytes, header, edge)).catch(asPictureError)
  await mkdir(dirname(picturePath(dataDir, profilePath, LARGEST, 'webp')), { recursive: true })
  let largest: Buffer | undefined
  for (const size of PICTURE_SIZES.toReversed()) {
    // Each size is made from the one above it, which costs a fraction of starting from the whole.
    if (size < edge && size >= STEPPED) pixels = await toPixels(resized(pixels, size))
    // A small picture stops at its own size: the larger names hold the same.
    const kept: Buffer =
      (size >= edge ? largest : undefined) ??
      (await resized(pixels, Math.min(size, edge)).webp(WEBP).toBuffer())
    if (size >= edge) largest = kept
    await writeWhole(picturePath(dataDir, profilePath, size, 'webp'), kept, options)
  }
  const small = await toPixels(resized(pixels, Math.min(LOOK_SIZE, edge)))
  return { color: dominantColour(small), thumbhash: thumbHashOf(small) }
}

async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  refuseStrange(bytes)
  return sharp(bytes, LIMITS).metadata().catch(asPictureError)
}

/** The middle of the picture, upright and opaque. What is so already is left alone: each step costs time. */
function squared(bytes: Uint8Array, header: Metadata, edge: number): Sharp {
  let image = sharp(bytes, LIMITS)
  if ((header.orientation ?? 1) > 1) image = image.rotate()
  if (header.width !== edge || header.height !== edge) image = image.resize(edge, edge, { fit: 'cover' })
  return header.hasAlpha ? image.flatten({ background: '#ffffff' }) : image
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new PictureError(`it has ${info.channels} channels`)
  return { data, width: info.width, height: info.height }
}

function resized({ data, width, height }: Pixels, edge: number): Sharp {
  const image = sharp(data, { raw: { width, height, channels: 3 } })
  return edge === width ? image : image.resize(edge, edge)
}

const LIMITS = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 } as const

/** First bytes of JPEG, PNG, GIF and WebP; -1 stands for any. */
const STARTS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50],
]

/** Only what is a JPEG, PNG or WebP by its first bytes reaches the decoder: SVG and the like never do. */
function refuseStrange(bytes: Uint8Array): void {
  if (bytes.length > MOST_BYTES) throw new PictureError('it is larger than 20 MB')
  const known = STARTS.some(start => start.every((byte, at) => byte < 0 || bytes[at] === byte))
  if (!known) throw new PictureError('it is not a JPEG, PNG, WebP or GIF picture')
}

function asPictureError(error: unknown): never {
  const text = (error as Error).message.split('\n')[0] ?? ''
  if (text.includes('pixel limit')) throw new PictureError('it has more than 40 million pixels')
  throw new PictureError(`it is damaged (${text})`)
}
