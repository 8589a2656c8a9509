import { PICTURE_EDGE } from '@refrain/contract/media/picture-uploads'
import { type Area, drawScaled } from './draw-scaled.ts'

/** JPEG quality: no visible loss, and far below the upload limit. */
const QUALITY = 0.9

/**
 * Crops a square to a JPEG of at most PICTURE_EDGE pixels on each side.
 * @param share in percent of the picture's width and height
 * @throws Error if the browser cannot encode it
 */
export function cropJpeg(picture: ImageBitmap, share: Area): Promise<Blob> {
  const edge = Math.max(1, Math.round((share.width / 100) * picture.width))
  const within = (start: number, length: number) => Math.max(0, Math.min(Math.round(start), length - edge))
  const x = within((share.x / 100) * picture.width, picture.width)
  const y = within((share.y / 100) * picture.height, picture.height)
  const square = drawScaled(picture, { x, y, width: edge, height: edge }, PICTURE_EDGE)
  return square.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
