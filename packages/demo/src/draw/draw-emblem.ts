import type { Random } from '../random.ts'
import { background, blend, circle, type Point, polygon, radialGradient, ring, smoothPath } from './shapes.ts'

/** Circular emblem of concentric rings of petals, teeth and beads. */
export function drawEmblem(random: Random, palette: readonly string[]): string {
  const [base, ...inks] = palette
  const back = radialGradient([blend(base!, inks[0]!, 0.4), base!], 0.5, 0.5, 0.7)
  let out = back.definition + background(back.paint)
  let r = 520
  let turn = random.range(0, 1)
  const order = [...inks].sort(() => random.next() - 0.5)
  for (let layer = 0; layer < 6 && r > 70; layer++) {
    const colour = order[layer % order.length]!
    const count = random.pick([6, 8, 10, 12, 16])
    const depth = r * random.range(0.24, 0.36)
    const at = (angle: number, reach: number): Point => [
      600 + Math.cos(angle) * reach,
      600 + Math.sin(angle) * reach,
    ]
    const kind = (layer + random.integer(0, 1)) % 4
    for (let k = 0; k < count; k++) {
      const a = turn + (k / count) * 2 * Math.PI
      const w = Math.PI / count
      if (kind === 0)
        out += `<path d="${smoothPath([at(a, r - depth * 1.5), at(a - w * 0.95, r - depth * 0.6), at(a, r * 1.04), at(a + w * 0.95, r - depth * 0.6)], true)}" fill="${colour}"/>`
      if (kind === 1)
        out += polygon(
          [at(a - w, r - depth), at(a, r), at(a + w, r - depth)],
          k % 2 ? colour : blend(colour, base!, 0.3),
        )
      if (kind === 2) out += circle(...at(a, r - depth / 2), Math.min(depth * 0.42, r * w * 0.8), colour)
      if (kind === 3)
        out += polygon(
          [at(a - w * 0.6, r - depth), at(a - w * 0.35, r), at(a + w * 0.35, r), at(a + w * 0.6, r - depth)],
          colour,
        )
    }
    out +=
      circle(
        600,
        600,
        r - depth * 0.92,
        layer % 2 ? base! : blend(order[(layer + 1) % order.length]!, base!, 0.72),
      ) + ring(600, 600, r - depth * 0.92, colour, 7)
    r -= depth
    turn += Math.PI / count
  }
  return out + circle(600, 600, Math.max(34, r * 0.55), order[0]!)
}
