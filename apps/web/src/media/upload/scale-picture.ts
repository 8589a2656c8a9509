import { countLimits } from '@refrain/contract/limits'
import { PICTURE_EDGE } from '@refrain/contract/media/picture-uploads'
import { applyOrientation, drawScaled } from './draw-scaled.ts'
import { MAX_ZOOM } from './max-zoom.ts'

/** Longest edge of a decoded picture: at maximum zoom, the area of a square one still has PICTURE_EDGE pixels. */
const WORKING_EDGE = PICTURE_EDGE * MAX_ZOOM
/** Longest edge of the picture that is shown while cropping. */
const PREVIEW_EDGE = 1600

/** A decoded picture, and a smaller JPEG of it to show. */
export interface ScaledPicture {
  readonly picture: ImageBitmap
  readonly preview: Blob
}

/** The message handler of decoding workers: takes a file, and answers a picture that is upright, opaque and scaled. null on failure. */
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
  const working = applyOrientation(drawScaled(bitmap, wholeArea(bitmap), WORKING_EDGE), orientation)
  const preview = await drawScaled(working, wholeArea(working), PREVIEW_EDGE).convertToBlob({
    type: 'image/jpeg',
  })
  return { picture: working.transferToImageBitmap(), preview }
}

const wholeArea = ({ width, height }: ImageBitmap | OffscreenCanvas) => ({ x: 0, y: 0, width, height })
