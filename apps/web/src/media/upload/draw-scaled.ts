/** A rectangle of a picture, in pixels unless said otherwise. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Draws an area of a picture on white, scaled down to at most `edge` pixels on its longest side; never up.
 * @throws Error if the browser cannot create a canvas of that size
 */
export function drawScaled(
  source: CanvasImageSource,
  { x, y, width, height }: Area,
  edge: number,
): OffscreenCanvas {
  const scale = Math.min(1, edge / Math.max(width, height))
  const fit = (length: number) => Math.max(1, Math.round(length * scale))
  const { canvas, context } = openCanvas(fit(width), fit(height))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** The transform of each EXIF and TIFF orientation (2 to 8). */
const MATRICES: Readonly<Record<number, readonly [number, number, number, number]>> = {
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
}

/** Rotates and mirrors a picture as its orientation says. */
export function applyOrientation(stored: OffscreenCanvas, orientation: number): OffscreenCanvas {
  const matrix = MATRICES[orientation]
  if (!matrix) return stored
  const { width, height } = stored
  const { canvas, context } = matrix[0] === 0 ? openCanvas(height, width) : openCanvas(width, height)
  context.setTransform(...matrix, canvas.width / 2, canvas.height / 2)
  context.drawImage(stored, -width / 2, -height / 2)
  return canvas
}

function openCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('The picture cannot be drawn.')
  return { canvas, context }
}
