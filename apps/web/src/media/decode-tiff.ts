import type { TiffPoints } from './tiff-worker.ts'

/** Milliseconds after which a TIFF is given up. */
const PATIENCE = 20_000

/**
 * The picture in a TIFF, which browsers cannot show (READ-64); the library comes only now.
 * @throws Error where it cannot be decoded
 */
export async function decodeTiff(file: File): Promise<ImageBitmap> {
  const worker = new Worker(new URL('./tiff-worker.ts', import.meta.url), { type: 'module' })
  try {
    const buffer = await file.arrayBuffer()
    const { width, height, orientation, points } = await askWorker(worker, buffer)
    const lying = await createImageBitmap(new ImageData(points, width, height))
    return orientation === 1 ? lying : await turn(lying, orientation)
  } finally {
    worker.terminate()
  }
}

function askWorker(worker: Worker, buffer: ArrayBuffer): Promise<TiffPoints> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('The TIFF cannot be decoded.'))
    setTimeout(giveUp, PATIENCE)
    worker.addEventListener('error', giveUp)
    worker.addEventListener('message', ({ data }: MessageEvent<TiffPoints | null>) =>
      data ? resolve(data) : giveUp(),
    )
    worker.postMessage(buffer, [buffer])
  })
}

/** What each orientation does, as a matrix for a picture of edge 1: the points lie in the file otherwise. */
const MATRICES: Readonly<Record<number, readonly [number, number, number, number]>> = {
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
}

/** The way up that the file names. */
function turn(lying: ImageBitmap, orientation: number): Promise<ImageBitmap> | ImageBitmap {
  const matrix = MATRICES[orientation]
  if (!matrix) return lying
  const { width, height } = lying
  const canvas = document.createElement('canvas')
  canvas.width = matrix[0] === 0 ? height : width
  canvas.height = matrix[0] === 0 ? width : height
  const context = canvas.getContext('2d')
  context?.setTransform(...matrix, canvas.width / 2, canvas.height / 2)
  context?.drawImage(lying, -width / 2, -height / 2)
  lying.close()
  return createImageBitmap(canvas)
}
