import { mixMotifs } from './mix-motifs.ts'
import { print } from './print.ts'
import { BOARD, blend, circle, glow, gradient, ground } from './shapes.ts'

/** The two lights on each picture: one beside its ground's colour, one across from it. */
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

/** The shapes of the n-th picture for daily mixes (from 1), light falling on a ground of `colour`. */
export function dailyMixShapes(n: number, colour: string): string {
  const place = (n - 1) % mixMotifs.length
  const [near, far] = LIGHTS[place % LIGHTS.length]!
  const base = gradient([blend(colour, near, 0.34), colour, blend(colour, '#000000', 0.42)], 62)
  const light = glow([`${far}/0.5`, `${near}/0.16`, `${near}/0`])
  const motif = mixMotifs[place]!({ ground: colour, near, far })
  return (
    base.definition +
    light.definition +
    ground(base.paint) +
    circle(BOARD * 0.2, BOARD * 0.12, BOARD * 0.75, light.paint) +
    motif
  )
}

/** The same as a JPEG of `size` × `size`. */
export function drawDailyMix(n: number, colour: string, size: number): Promise<Buffer> {
  return print(dailyMixShapes(n, colour), size)
}
