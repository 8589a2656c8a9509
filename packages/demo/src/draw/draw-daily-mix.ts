import { dailyMixMotifs } from './daily-mix-motifs.ts'
import { renderJpeg } from './render-jpeg.ts'
import { background, blend, CANVAS, circle, linearGradient, radialGradient } from './shapes.ts'

/** Highlight colours of each picture: one analogous to its background, one contrasting. */
const LIGHTS: readonly (readonly [near: string, far: string])[] = [
  ['#c05bd8', '#ffc46b'],
  ['#35b6c9', '#ffe08a'],
  ['#ff8a4c', '#ffd9a0'],
  ['#6fd08c', '#f4f0a8'],
  ['#f2647c', '#ffc2a1'],
  ['#6f8dff', '#a8f0ff'],
  ['#f0b43c', '#ffe9bd'],
  ['#4fc4b0', '#ffb3a7'],
]

/** SVG shapes of the n-th daily mix picture (from 1) on a background of `colour` (#rrggbb). */
function dailyMixShapes(n: number, colour: string): string {
  const place = (n - 1) % dailyMixMotifs.length
  const [near, far] = LIGHTS[place % LIGHTS.length]!
  const base = linearGradient([blend(colour, near, 0.34), colour, blend(colour, '#000000', 0.42)], 62)
  const light = radialGradient([`${far}/0.5`, `${near}/0.16`, `${near}/0`])
  const motif = dailyMixMotifs[place]!({ ground: colour, near, far })
  return (
    base.definition +
    light.definition +
    background(base.paint) +
    circle(CANVAS * 0.2, CANVAS * 0.12, CANVAS * 0.75, light.paint) +
    motif
  )
}

/** Draws the n-th daily mix picture (from 1) on a background of `colour` (#rrggbb), as a JPEG of `size` × `size`. */
export function drawDailyMix(n: number, colour: string, size: number): Promise<Buffer> {
  return renderJpeg(dailyMixShapes(n, colour), size)
}
