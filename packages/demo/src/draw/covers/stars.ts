import { CANVAS, type CoverDesign, circle } from '../shapes.ts'

export function stars(
  random: Parameters<CoverDesign>[0],
  count: number,
  colour: string,
  low = CANVAS,
): string {
  return Array.from({ length: count }, () =>
    circle(
      random.range(0, CANVAS),
      random.range(0, low),
      random.next() ** 3 * 3.4 + 0.6,
      colour,
      `fill-opacity="${random.range(0.3, 1).toFixed(2)}"`,
    ),
  ).join('')
}
