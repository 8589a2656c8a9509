/** A part of a picture, in its points. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Draws a part of a picture on white, so much smaller that its longest edge is at most `edge`; never larger.
 * @throws Error where the browser has no room for it
 */
export function drawScaled(
  source: CanvasImageSource,
  { x, y, width, height }: Part,
  edge: number,
): HTMLCanvasElement {
  const scale = Math.min(1, edge / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('The picture cannot be drawn.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return canvas
}
