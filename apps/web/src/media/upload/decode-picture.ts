import { isTiff } from './picture-type.ts'
import type { Scaled } from './scale-picture.ts'

/** Milliseconds after which a picture is given up. */
const PATIENCE = 30_000

/** A picture that was chosen, the right way up. */
export interface Decoded {
  readonly picture: ImageBitmap
  /** The same, smaller, as an address: the pages may show data, not blobs. */
  readonly shown: string
}

/**
 * Decodes a picture that was chosen, apart from the page, however large it is; the library for TIFF comes only with
 * one (READ-64). Transparent parts become white: what is sent is JPEG.
 * @throws Error where it cannot be decoded, or has more points than are taken
 */
export async function decodePicture(file: File): Promise<Decoded> {
  const worker = isTiff(file)
    ? new Worker(new URL('./tiff-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
  try {
    const { picture, shown } = await ask(worker, file)
    return { picture, shown: await toAddress(shown) }
  } finally {
    worker.terminate()
  }
}

function ask(worker: Worker, file: File): Promise<Scaled> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('The picture cannot be decoded.'))
    setTimeout(giveUp, PATIENCE)
    worker.addEventListener('error', giveUp)
    worker.addEventListener('message', ({ data }: MessageEvent<Scaled | null>) =>
      data ? resolve(data) : giveUp(),
    )
    worker.postMessage(file)
  })
}

function toAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(blob)
  })
}
