import {
  background,
  blend,
  CANVAS,
  type CoverDesign,
  circle,
  type Point,
  polygon,
  rect,
  ring,
} from '../shapes.ts'

/** Bauhaus: quarter circles, bars and discs on a grid. */
export const bauhaus: CoverDesign = (random, palette) => {
  const [paper, ...inks] = palette
  let out = background(paper!)
  const cells = 4
  const s = CANVAS / cells
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const x = column * s
      const y = row * s
      const ink = random.pick(inks)
      const other = random.pick(inks.filter(colour => colour !== ink))
      if (random.chance(0.5)) out += rect(x, y, s, s, random.pick(inks.slice(0, 3)))
      const kind = random.integer(0, 6)
      const corner: Point = [x + (random.chance(0.5) ? 0 : s), y + (random.chance(0.5) ? 0 : s)]
      const id = `c${row}${column}`
      const clip = `<clipPath id="${id}">${rect(x, y, s, s, '#000')}</clipPath>`
      if (kind <= 1)
        for (let k = 0; k < 4; k++)
          out +=
            clip.repeat(k === 0 ? 1 : 0) +
            circle(corner[0], corner[1], s * (1 - k * 0.24), k % 2 ? paper! : ink, `clip-path="url(#${id})"`)
      if (kind === 2)
        out += circle(x + s / 2, y + s / 2, s * 0.36, ink) + circle(x + s / 2, y + s / 2, s * 0.13, other)
      if (kind === 3) for (let k = 0; k < 5; k++) out += rect(x, y + (k * s) / 5, s, s / 10, ink)
      if (kind === 4)
        out += polygon(
          [
            [x, y + s],
            [x + s, y + s],
            [x + (random.chance(0.5) ? 0 : s), y],
          ],
          ink,
        )
      if (kind === 5)
        out += `${clip}${circle(x + s / 2, y, s / 2, ink, `clip-path="url(#${id})"`)}${circle(x + s / 2, y + s, s / 2, other, `clip-path="url(#${id})"`)}`
    }
  }
  out += rect(s * random.integer(0, 3) - 12, 0, 24, CANVAS, inks[0]!)
  return out
}

/** Moiré pattern of two nearly identical sets of lines. */
export const moire: CoverDesign = (random, [paper, one, two, spot]) => {
  let out = background(paper!)
  const x = random.range(420, 780)
  const y = random.range(420, 780)
  out += circle(CANVAS - x, CANVAS - y, 300, spot!)
  const rings = (cx: number, cy: number, colour: string, gap: number) => {
    let list = ''
    for (let r = gap; r < 1150; r += gap) list += ring(cx, cy, r, colour, gap * 0.42)
    return `<g style="mix-blend-mode:multiply">${list}</g>`
  }
  return out + rings(x, y, one!, 25) + rings(x + random.range(70, 130), y + random.range(-90, 90), two!, 25.7)
}

/** Low-poly beach. */
export const lowPoly: CoverDesign = (random, palette) => {
  const cells = 13
  const step = CANVAS / cells
  const grid = Array.from({ length: cells + 3 }, (_, row) =>
    Array.from(
      { length: cells + 3 },
      (_, column): Point => [
        (column - 1) * step + random.range(-0.36, 0.36) * step,
        (row - 1) * step + random.range(-0.36, 0.36) * step,
      ],
    ),
  )
  const sunX = random.range(700, 900)
  let out = ''
  const paint = (points: Point[]) => {
    const x = (points[0]![0] + points[1]![0] + points[2]![0]) / 3
    const y = (points[0]![1] + points[1]![1] + points[2]![1]) / 3
    const shore = 820 + 90 * Math.sin(x / 260)
    const place =
      y < 560
        ? (y / 560) * 2
        : y < shore
          ? 2 + ((y - 560) / (shore - 560)) * 1.4
          : 4.2 + ((y - shore) / 400) * 0.8
    const at = Math.max(0, Math.min(palette.length - 1.01, place))
    let colour = blend(palette[Math.floor(at)]!, palette[Math.floor(at) + 1]!, at % 1)
    const near = Math.hypot(x - sunX, y - 400)
    if (near < 200) colour = blend('#fff6d8', palette[2]!, near / 420)
    const lit = random.range(-0.1, 0.14)
    colour = blend(colour, lit > 0 ? '#ffffff' : '#20103a', Math.abs(lit) * 1.4)
    out += polygon(points, colour, `stroke="${colour}" stroke-width="1.5"`)
  }
  for (let row = 0; row + 1 < grid.length; row++) {
    for (let column = 0; column + 1 < grid.length; column++) {
      const [a, b, c, d] = [
        grid[row]![column]!,
        grid[row]![column + 1]!,
        grid[row + 1]![column]!,
        grid[row + 1]![column + 1]!,
      ]
      if ((row + column) % 2) {
        paint([a, b, c])
        paint([b, d, c])
      } else {
        paint([a, b, d])
        paint([a, d, c])
      }
    }
  }
  return out
}

/** Girih tiling: eight-pointed stars and crosses. */
export const girih: CoverDesign = (random, [base, star, cross, gold, night]) => {
  let out = background(base!)
  const s = 200
  const point = (x: number, y: number, r: number, angle: number): Point => [
    x + Math.cos(angle) * r,
    y + Math.sin(angle) * r,
  ]
  const eight = (x: number, y: number, r: number, inner: number) =>
    Array.from({ length: 16 }, (_, k) => point(x, y, k % 2 ? r * inner : r, (k * Math.PI) / 8))
  const centre = random.pick([
    [2, 2],
    [3, 3],
    [2, 4],
  ] as const)
  for (let row = -1; row < 7; row++) {
    for (let column = -1; column < 7; column++) {
      const x = column * s + s / 2
      const y = row * s + s / 2
      const distance = Math.hypot(row - centre[0], column - centre[1])
      out += polygon(
        eight(x, y, s * 0.54, 0.77),
        blend(star!, night!, Math.min(0.85, distance * 0.16)),
        `stroke="${gold}" stroke-width="6"`,
      )
      out += polygon(
        eight(x + s / 2, y + s / 2, s * 0.2, 0.5),
        distance < 2.4 ? gold! : cross!,
        `stroke="${gold}" stroke-width="4"`,
      )
      out += polygon(eight(x, y, s * 0.3, 0.6), distance < 1 ? '#fff4d6' : distance < 2.6 ? gold! : cross!)
      out += circle(x, y, s * 0.09, night!)
    }
  }
  return out
}

/** Truchet tiles in rust colours. */
export const truchet: CoverDesign = (random, palette) => {
  const [base, ...inks] = palette
  let out = background(base!)
  const tile = (x: number, y: number, s: number, deep: number): void => {
    if (deep > 0 && random.chance(0.34)) {
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        tile(x + (dx * s) / 2, y + (dy * s) / 2, s / 2, deep - 1)
      return
    }
    const back = random.pick(inks)
    const line = random.pick(palette.filter(colour => colour !== back))
    const flip = random.chance(0.5)
    const id = `t${Math.round(x)}-${Math.round(y)}-${Math.round(s)}`
    out += `<clipPath id="${id}">${rect(x, y, s + 0.5, s + 0.5, '#000')}</clipPath><g clip-path="url(#${id})">${rect(x, y, s + 0.5, s + 0.5, back)}`
    for (const [cx, cy] of flip
      ? [
          [x, y],
          [x + s, y + s],
        ]
      : [
          [x + s, y],
          [x, y + s],
        ]) {
      for (let k = 0; k < 3; k++)
        out += ring(cx!, cy!, s * (0.24 + k * 0.26), k === 1 ? blend(line, '#000000', 0.25) : line, s * 0.13)
    }
    out += '</g>'
  }
  for (let y = 0; y < 4; y++) for (let x = 0; x < 4; x++) tile(x * 300, y * 300, 300, 2)
  return out
}
