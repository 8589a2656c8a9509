import { prefix } from '../../prefix.ts'
import { scriptUrl } from '../../ui/browser/trusted-types.ts'
import { isTiff } from './picture-type.ts'
import pictureWorker from './picture-worker.ts?worker&url'
import type { ScaledPicture } from './scale-picture.ts'
import tiffWorker from './tiff-worker.ts?worker&url'

const TIMEOUT_MS = 30_000

/** A chosen picture, upright. */
export interface DecodedPicture {
  readonly picture: ImageBitmap
  /** A smaller copy as a data URL, because the CSP forbids blob URLs. */
  readonly previewUrl: string
}

/**
 * Decodes a picture in a worker, so that large ones do not block the page; the TIFF library is loaded on demand.
 * Transparent parts become white, because JPEG has no transparency.
 * @throws Error if it cannot be decoded, takes too long, or has more pixels than are allowed
 */
export async function decodePicture(file: File): Promise<DecodedPicture> {
  const worker = new Worker(scriptUrl(prefix + (isTiff(file) ? tiffWorker : pictureWorker)), {
    type: 'module',
  })
  try {
    const { picture, preview } = await decodeInWorker(worker, file)
    return { picture, previewUrl: await toDataUrl(preview) }
  } finally {
    worker.terminate()
  }
}

function decodeInWorker(worker: Worker, file: File): Promise<ScaledPicture> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('The picture cannot be decoded.'))
    setTimeout(giveUp, TIMEOUT_MS)
    worker.addEventListener('error', giveUp)
    worker.addEventListener('message', ({ data }: MessageEvent<ScaledPicture | null>) =>
      data ? resolve(data) : giveUp(),
    )
    worker.postMessage(file)
  })
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(blob)
  })
}
