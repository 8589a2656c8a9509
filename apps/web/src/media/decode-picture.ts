import { PICTURE_EDGE, PICTURE_PIXELS } from '@refrain/contract/files'
import { drawScaled } from './draw-scaled.ts'
import { isTiff } from './picture-type.ts'

/** How far a picture can be enlarged to choose a part of it. */
export const MOST_ZOOM = 3
/** Longest edge that is worked with: the smallest part that can be chosen of a square still has PICTURE_EDGE points. */
const WORKING_EDGE = PICTURE_EDGE * MOST_ZOOM
/** Longest edge of what is shown while the part is chosen. */
const SHOWN_EDGE = 1600

/** A picture that was chosen, the right way up. */
export interface Decoded {
  readonly canvas: HTMLCanvasElement
  /** The same, smaller, as an address: the pages may show data, not blobs. */
  readonly shown: string
}

/**
 * Decodes a picture that was chosen; the browser does so apart from the page, however large it is. Transparent
 * parts become white: what is sent is JPEG.
 * @throws Error where it cannot be decoded, or has more points than are taken
 */
export async function decodePicture(file: File): Promise<Decoded> {
  const bitmap = isTiff(file) ? await fromTiff(file) : await createImageBitmap(file)
  try {
    const { width, height } = bitmap
    if (width * height > PICTURE_PIXELS) throw new Error('The picture is too large.')
    const canvas = drawScaled(bitmap, { x: 0, y: 0, width, height }, WORKING_EDGE)
    const small = drawScaled(canvas, { x: 0, y: 0, width: canvas.width, height: canvas.height }, SHOWN_EDGE)
    return { canvas, shown: small.toDataURL('image/jpeg', 0.85) }
  } finally {
    bitmap.close()
  }
}

async function fromTiff(file: File): Promise<ImageBitmap> {
  const { decodeTiff } = await import('./decode-tiff.ts')
  return decodeTiff(file)
}
