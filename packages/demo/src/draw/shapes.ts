import { createRandom, type Random } from '../random.ts'

/** Width and height of the canvas; pictures are scaled from it. */
export const CANVAS = 1200

export type Point = readonly [x: number, y: number]

/** Draws the SVG shapes of a cover; the first colour of the palette is the background. */
export type CoverDesign = (random: Random, palette: readonly string[]) => string

const short = (value: number) => String(Math.round(value * 10) / 10)

export const background = (fill: string) => `<rect width="${CANVAS}" height="${CANVAS}" fill="${fill}"/>`

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}" ${more}/>`
}

export function ring(x: number, y: number, r: number, stroke: string, width: number, more = ''): string {
  return circle(x, y, r, 'none', `stroke="${stroke}" stroke-width="${short(width)}" ${more}`)
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" fill="${fill}" ${more}/>`
}

const line = (points: readonly Point[]) =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${short(x)} ${short(y)}`).join('')

export const polygon = (points: readonly Point[], fill: string, more = '') =>
  `<path d="${line(points)}Z" fill="${fill}" ${more}/>`

export function stroke(d: string, colour: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(width)}" ${more}/>`
}

/** A smooth path through the midpoints of its segments. */
export function smoothPath(points: readonly Point[], closed = false): string {
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const list = closed ? [...points, points[0]!, points[1]!] : points
  let d = closed ? `M${middle(list[0]!, list[1]!).map(short).join(' ')}` : `M${list[0]!.map(short).join(' ')}`
  for (let i = 1; i + 1 < list.length; i++) {
    const to = middle(list[i]!, list[i + 1]!)
    d += `Q${list[i]!.map(short).join(' ')} ${to.map(short).join(' ')}`
  }
  return closed ? `${d}Z` : `${d}L${list.at(-1)!.map(short).join(' ')}`
}

/** An irregular circle. */
export function blob(random: Random, x: number, y: number, r: number, wildness: number, corners = 9): string {
  const turn = random.range(0, 6.3)
  return smoothPath(
    Array.from({ length: corners }, (_, i): Point => {
      const angle = turn + (i / corners) * 2 * Math.PI
      const reach = r * (1 + random.range(-wildness, wildness))
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
    }),
    true,
  )
}

/** Linear blend of two #rrggbb colours; `share` 0 to 1. */
export function blend(a: string, b: string, share: number): string {
  const channel = (hex: string, i: number) => Number.parseInt(hex.slice(1 + i * 2, 3 + i * 2), 16)
  const mixed = [0, 1, 2].map(i => Math.round(channel(a, i) + (channel(b, i) - channel(a, i)) * share))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

let gradients = 0

/** SVG definition of a linear gradient and the paint that refers to it; `angle` in degrees, 90 = downwards. */
export function linearGradient(stops: readonly string[], angle = 90): { definition: string; paint: string } {
  return defineGradient('linearGradient', `gradientTransform="rotate(${angle} .5 .5)"`, stops)
}

/** Like `linearGradient`; centre and radius as shares of the painted shape. */
export function radialGradient(
  stops: readonly string[],
  cx = 0.5,
  cy = 0.5,
  r = 0.5,
): { definition: string; paint: string } {
  return defineGradient('radialGradient', `cx="${cx}" cy="${cy}" r="${r}"`, stops)
}

function defineGradient(kind: string, attributes: string, stops: readonly string[]) {
  const name = `g${gradients++}`
  const list = stops.map((stop, i) => {
    const [colour, opacity = '1'] = stop.split('/')
    return `<stop offset="${short((i / (stops.length - 1)) * 100)}%" stop-color="${colour}" stop-opacity="${opacity}"/>`
  })
  return {
    definition: `<defs><${kind} id="${name}" ${attributes}>${list.join('')}</${kind}></defs>`,
    paint: `url(#${name})`,
  }
}

/** Seeded fractal noise over the plane, 0 to 1. */
export function heightField(seed: string): (x: number, y: number) => number {
  const random = createRandom(seed)
  const heights = Float32Array.from({ length: 4096 }, () => random.next())
  const at = (x: number, y: number) => heights[((y & 63) << 6) | (x & 63)]!
  const plain = (x: number, y: number) => {
    const x0 = Math.floor(x)
    const y0 = Math.floor(y)
    const ease = (t: number) => t * t * (3 - 2 * t)
    const fx = ease(x - x0)
    const fy = ease(y - y0)
    const top = at(x0, y0) + (at(x0 + 1, y0) - at(x0, y0)) * fx
    const low = at(x0, y0 + 1) + (at(x0 + 1, y0 + 1) - at(x0, y0 + 1)) * fx
    return top + (low - top) * fy
  }
  return (x, y) =>
    plain(x, y) * 0.65 + plain(x * 2.1 + 17, y * 2.1 + 5) * 0.25 + plain(x * 4.3 + 3, y * 4.3 + 29) * 0.1
}
