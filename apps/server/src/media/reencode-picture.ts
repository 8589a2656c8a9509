import { PICTURE_EDGE, PICTURE_PIXELS } from '@refrain/contract/files'
import sharp from 'sharp'
import { RequestError } from '../http/errors.ts'

/** First bytes of JPEG, PNG, GIF, WebP and TIFF; -1 stands for any. */
const STARTS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
]
const JPEG = { quality: 86, mozjpeg: true }
const MOST_SECONDS = 10

/**
 * A stranger's picture as a JPEG of our own making, upright and opaque: nothing of its bytes is kept, nor what
 * it says of place and camera.
 * @throws RequestError 415 for what is no picture by its first bytes, 400 where it is too large or damaged
 */
export async function reencodePicture(bytes: Uint8Array): Promise<Buffer> {
  // SVG and the like never reach the decoder.
  if (!STARTS.some(start => start.every((byte, at) => byte < 0 || bytes[at] === byte))) {
    throw new RequestError(415, 'The file is not a JPEG, PNG, GIF, WebP or TIFF picture.')
  }
  try {
    return await sharp(bytes, { limitInputPixels: PICTURE_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: MOST_SECONDS })
      .rotate()
      .resize(PICTURE_EDGE, PICTURE_EDGE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg(JPEG)
      .toBuffer()
  } catch {
    throw new RequestError(400, 'The picture is damaged, or has more than 40 million points.')
  }
}
