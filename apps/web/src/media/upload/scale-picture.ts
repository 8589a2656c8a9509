import { countLimits } from '@refrain/contract/limits'
import { PICTURE_EDGE } from '@refrain/contract/media/picture-uploads'
import { drawScaled, drawUpright } from './draw-scaled.ts'
import { MAX_ZOOM } from './max-zoom.ts'

/** Longest edge that is worked with: the smallest part that can be chosen of a square still has PICTURE_EDGE points. */
const WORKING_EDGE = PICTURE_EDGE * MAX_ZOOM
/** Longest edge of what is shown while the part is chosen. */
const PREVIEW_EDGE = 1600

/** A picture as it is worked with, and a smaller one to be shown, a JPEG. */
export interface ScaledPicture {
  readonly picture: ImageBitmap
  readonly preview: Blob
}

/**
 * What the workers that decode have in common: they take one file, answer it upright and opaque and not larger than
 * is needed, or null where that cannot be done, and are not needed any more.
 */
export function serveScaledPictures(
  decode: (file: File) => Promise<{ readonly bitmap: ImageBitmap; readonly orientation?: number }>,
): void {
  addEventListener('message', async ({ data }: MessageEvent<File>) => {
    const scaled = await decode(data)
      .then(({ bitmap, orientation }) => scale(bitmap, orientation))
      .catch(() => null)
    postMessage(scaled, { transfer: scaled ? [scaled.picture] : [] })
  })
}

async function scale(bitmap: ImageBitmap, orientation = 1): Promise<ScaledPicture> {
  if (bitmap.width * bitmap.height > countLimits.picturePixels) throw new Error('The picture is too large.')
  const working = drawUpright(drawScaled(bitmap, whole(bitmap), WORKING_EDGE), orientation)
  const preview = await drawScaled(working, whole(working), PREVIEW_EDGE).convertToBlob({
    type: 'image/jpeg',
  })
  return { picture: working.transferToImageBitmap(), preview }
}

const whole = ({ width, height }: ImageBitmap | OffscreenCanvas) => ({ x: 0, y: 0, width, height })
