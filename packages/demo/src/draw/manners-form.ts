import { BOARD, blend, circle, ground, type Manner, type Point, rect, ring, shape, stroke } from './shapes.ts'

/** A house front at night: most are asleep. */
export const windows: Manner = (random, [wall, dark, ...lights]) => {
  let out = ground(wall!)
  const columns = random.whole(6, 8)
  const step = BOARD / columns
  for (let row = 0; row < columns; row++) {
    for (let column = 0; column < columns; column++) {
      const x = column * step + step * 0.17
      const y = row * step + step * 0.12
      const w = step * 0.66
      const h = step * 0.76
      const on = random.chance(0.24)
      const light = random.pick(lights)
      out +=
        rect(x - 6, y - 6, w + 12, h + 12, blend(wall!, '#000000', 0.4)) +
        rect(x, y, w, h, on ? light : dark!)
      if (on) {
        const kind = random.whole(0, 3)
        if (kind === 0) out += rect(x, y, w * random.range(0.25, 0.5), h, blend(light, wall!, 0.45))
        if (kind === 1)
          out +=
            circle(x + w / 2, y + h * 0.62, w * 0.17, blend(light, '#000000', 0.75)) +
            rect(x + w * 0.24, y + h * 0.76, w * 0.52, h * 0.24, blend(light, '#000000', 0.75), 'rx="14"')
        if (kind === 2) out += rect(x, y, w, h * random.range(0.3, 0.6), blend(light, '#ffffff', 0.5))
        if (kind === 3)
          out +=
            stroke(`M${x + w / 2} ${y}v${h * 0.3}`, wall!, 4) +
            shape(
              [
                [x + w * 0.32, y + h * 0.42],
                [x + w * 0.68, y + h * 0.42],
                [x + w / 2, y + h * 0.26],
              ],
              blend(light, '#000000', 0.6),
            )
      } else
        out += shape(
          [
            [x, y + h],
            [x + w, y],
            [x + w, y + h * 0.34],
            [x + w * 0.34, y + h],
          ],
          blend(dark!, lights[0]!, 0.13),
        )
      out +=
        rect(x + w / 2 - 3, y, 6, h, wall!) +
        rect(x, y + h * 0.45, w, 6, wall!) +
        rect(x - 12, y + h + 6, w + 24, 9, blend(wall!, '#ffffff', 0.14))
    }
  }
  return out
}

/** Quarter circles, bars and discs on a strict grid, with much left empty. */
export const bauhaus: Manner = (random, palette) => {
  const [paper, ...inks] = palette
  let out = ground(paper!)
  const cells = 4
  const s = BOARD / cells
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const x = column * s
      const y = row * s
      const ink = random.pick(inks)
      const other = random.pick(inks.filter(colour => colour !== ink))
      if (random.chance(0.5)) out += rect(x, y, s, s, random.pick(inks.slice(0, 3)))
      const kind = random.whole(0, 6)
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
        out += shape(
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
  out += rect(s * random.whole(0, 3) - 12, 0, 24, BOARD, inks[0]!)
  return out
}

/** A wall of loudspeakers in halftone. */
export const speakers: Manner = (random, [ground0, box, ...rings]) => {
  let out = ground(ground0!)
  let dots = ''
  for (let y = 0; y < 40; y++) {
    const r = 2 + 10 * (y / 40) ** 1.4
    for (let x = 0; x < 40; x++)
      dots += `M${(x * 31 + (y % 2) * 15.5 - r).toFixed(1)} ${y * 31}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(-2 * r).toFixed(1)} 0`
  }
  out += `<path d="${dots}" fill="${blend(ground0!, box!, 0.45)}"/>`
  const stacks = [
    [90, 300, 470],
    [640, 300, 470],
  ] as const
  for (const [x, , w] of stacks) {
    const small = random.chance(0.5)
    const top = small ? 190 : 60
    out +=
      rect(x + 16, top + 16, w, BOARD - top + 40, '#000000', 'fill-opacity="0.35" rx="20"') +
      rect(x, top, w, BOARD - top + 40, box!, 'rx="20"')
    let y = top
    for (const size of small ? [0.5, 0.88, 0.88] : [0.88, 0.4, 0.88]) {
      const r = (w * size) / 2.25
      y += r + 22
      const shift = random.whole(0, 5)
      for (let k = 0; k < 7; k++)
        out += circle(x + w / 2, y, r * (1 - k * 0.135), k === 6 ? box! : rings[(k + shift) % rings.length]!)
      for (let k = 0; k < 8; k++)
        out += circle(x + w / 2 + Math.cos(k * 0.785) * r * 0.93, y + Math.sin(k * 0.785) * r * 0.93, 6, box!)
      y += r + 14
    }
  }
  return out
}

/** Two sets of lines, almost the same: what is seen lies between them. */
export const moire: Manner = (random, [paper, one, two, spot]) => {
  let out = ground(paper!)
  const x = random.range(420, 780)
  const y = random.range(420, 780)
  out += circle(BOARD - x, BOARD - y, 300, spot!)
  const rings = (cx: number, cy: number, colour: string, gap: number) => {
    let list = ''
    for (let r = gap; r < 1150; r += gap) list += ring(cx, cy, r, colour, gap * 0.42)
    return `<g style="mix-blend-mode:multiply">${list}</g>`
  }
  return out + rings(x, y, one!, 25) + rings(x + random.range(70, 130), y + random.range(-90, 90), two!, 25.7)
}

/** The waves of a seaside pavement. */
export const pavement: Manner = (random, [light, dark, sun, leaf]) => {
  let out = ground(light!)
  const height = 150
  const amplitude = random.range(85, 115)
  const turned = random.chance(0.5)
  for (let band = -1; band < 9; band++) {
    let top = ''
    let back = ''
    for (let x = -100; x <= 1300; x += 50) {
      const y = band * height * 1.02 + amplitude * Math.sin((x / 1200) * Math.PI * 4)
      top += `${x === -100 ? 'M' : 'L'}${x} ${y.toFixed(1)}`
      const under =
        band * height * 1.02 + height / 2 + amplitude * 0.55 * Math.sin((x / 1200) * Math.PI * 4 + 0.5)
      back = `L${x} ${under.toFixed(1)}${back}`
    }
    out += `<path d="${top}${back}Z" fill="${dark}" stroke="${dark}" stroke-width="6" stroke-linejoin="round" ${turned ? 'transform="rotate(90 600 600)"' : ''}/>`
  }
  const x = random.range(330, 870)
  out += circle(x, 400, 232, light!) + circle(x, 400, 205, sun!)
  for (let k = 0; k < 5; k++) {
    const angle = -2.5 + k * 0.46
    const tip: Point = [900 + Math.cos(angle) * 420, 1200 + Math.sin(angle) * 640]
    const mid = (side: number): string =>
      `${((900 + tip[0]) / 2 + side * 70).toFixed(0)} ${((1200 + tip[1]) / 2).toFixed(0)}`
    out += `<path d="M900 1220Q${mid(-1)} ${tip[0].toFixed(0)} ${tip[1].toFixed(0)}Q${mid(1)} 900 1220Z" fill="${leaf}" stroke="${light}" stroke-width="7"/>`
  }
  return out
}

/** Umbrellas from above, in the rain. */
export const umbrellas: Manner = (random, [street, ...colours]) => {
  let out = ground(street!)
  for (let i = 0; i < 330; i++)
    out += rect(
      random.range(0, BOARD),
      random.range(0, BOARD),
      random.range(3, 5),
      random.range(20, 54),
      blend(street!, '#ffffff', random.range(0.12, 0.35)),
      'rx="2" transform="rotate(14 600 600)"',
    )
  const placed: [number, number, number][] = []
  for (let attempt = 0; attempt < 900 && placed.length < 17; attempt++) {
    const r = placed.length < 3 ? random.range(190, 260) : random.range(70, 150)
    const x = random.range(0, BOARD)
    const y = random.range(0, BOARD)
    if (placed.some(([px, py, pr]) => Math.hypot(px - x, py - y) < pr + r + 12)) continue
    placed.push([x, y, r])
  }
  for (const [x, y, r] of placed) {
    const panels = random.pick([6, 8, 8, 10])
    const turn = random.range(0, 3)
    const main = random.pick(colours)
    const second = random.chance(0.5) ? random.pick(colours) : blend(main, '#ffffff', 0.22)
    out += circle(x + r * 0.12, y + r * 0.16, r * 0.97, '#000000', 'fill-opacity="0.28"')
    for (let k = 0; k < panels; k++) {
      const a = turn + (k / panels) * 2 * Math.PI
      const b = turn + ((k + 1) / panels) * 2 * Math.PI
      const m = (a + b) / 2
      const at = (angle: number, reach: number) =>
        `${(x + Math.cos(angle) * r * reach).toFixed(1)} ${(y + Math.sin(angle) * r * reach).toFixed(1)}`
      out += `<path d="M${x} ${y}L${at(a, 1)}Q${at(m, 0.84)} ${at(b, 1)}Z" fill="${blend(k % 2 ? main : second, '#000000', 0.12 * (1 + Math.sin(m)))}"/>`
    }
    out += circle(x, y, r * 0.05, street!)
  }
  return out
}

/** The beach in triangles. */
export const lowPoly: Manner = (random, palette) => {
  const cells = 13
  const step = BOARD / cells
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
    out += shape(points, colour, `stroke="${colour}" stroke-width="1.5"`)
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

/** Stars of eight points and the crosses between them. */
export const girih: Manner = (random, [base, star, cross, gold, night]) => {
  let out = ground(base!)
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
      out += shape(
        eight(x, y, s * 0.54, 0.77),
        blend(star!, night!, Math.min(0.85, distance * 0.16)),
        `stroke="${gold}" stroke-width="6"`,
      )
      out += shape(
        eight(x + s / 2, y + s / 2, s * 0.2, 0.5),
        distance < 2.4 ? gold! : cross!,
        `stroke="${gold}" stroke-width="4"`,
      )
      out += shape(eight(x, y, s * 0.3, 0.6), distance < 1 ? '#fff4d6' : distance < 2.6 ? gold! : cross!)
      out += circle(x, y, s * 0.09, night!)
    }
  }
  return out
}
