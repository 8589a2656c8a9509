import { isTiff } from './picture-type.ts'
import type { ScaledPicture } from './scale-picture.ts'

/** Milliseconds after which a picture is given up. */
const TIMEOUT_MS = 30_000

/** A picture that was chosen, the right way up. */
export interface DecodedPicture {
  readonly picture: ImageBitmap
  /** The same, smaller, as an address: the pages may show data, not blobs. */
  readonly previewUrl: string
}

/**
 * Decodes a picture that was chosen, apart from the page, however large it is; the library for TIFF comes only with
 * one (READ-64). Transparent parts become white: what is sent is JPEG.
 * @throws Error where it cannot be decoded, or has more points than are taken
 */
export async function decodePicture(file: File): Promise<DecodedPicture> {
  const worker = isTiff(file)
    ? new Worker(new URL('./tiff-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
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
