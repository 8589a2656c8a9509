import { PICTURE_EDGE } from '@refrain/contract/media/picture-uploads'
import { type Area, drawScaled } from './draw-scaled.ts'

/** So good that nobody sees it, and far below the largest that is taken. */
const QUALITY = 0.9

/**
 * A square part of a picture as JPEG (ACC-08, ACC-09), of at most PICTURE_EDGE points each way.
 * @param share of the picture, in percent of its width and height
 * @throws Error where the browser cannot make it
 */
export function cropJpeg(picture: ImageBitmap, share: Area): Promise<Blob> {
  const edge = Math.max(1, Math.round((share.width / 100) * picture.width))
  const within = (start: number, length: number) => Math.max(0, Math.min(Math.round(start), length - edge))
  const x = within((share.x / 100) * picture.width, picture.width)
  const y = within((share.y / 100) * picture.height, picture.height)
  const square = drawScaled(picture, { x, y, width: edge, height: edge }, PICTURE_EDGE)
  return square.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
}
